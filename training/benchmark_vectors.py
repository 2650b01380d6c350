"""Step 4: writes what the benchmark is scored on, so that `npm run eval` needs no encoder: for each product the vectors of
its notes and tags by an encoder that never saw the product, and the kinds that a model trained on other products gives.
usage: benchmark_vectors.py NOTES OUT VECTORS…, each as `notes.py` saves them; of several trainings the mean is taken.
A file a product: a row is a 32-bit scale and 384 bytes; first the notes, then the tags (label and description), then the tags'
labels alone; then a byte a note: its kind.
"""
import os
import sys

import numpy as np

from labeled import read_products

KINDS = ('problem', 'request', 'question', 'praise')
SENTIMENTS = ('very negative', 'negative', 'neutral', 'positive', 'very positive')
FOLDS = 5


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def mean_of(files):
    """Much the same as what the mean of the weights gives."""
    loaded = [np.load(file) for file in files]
    return {key: unit(sum(unit(one[key].astype(np.float32)) for one in loaded)) for key in loaded[0]}


def packed(rows):
    rows = unit(rows)
    bytes_ = np.round(rows / np.abs(rows).max(1, keepdims=True) * 127).astype(np.int8)
    scale = (1 / np.linalg.norm(bytes_.astype(np.float32), axis=1)).astype('<f4')
    return b''.join(one.tobytes() + row.tobytes() for one, row in zip(scale, bytes_))


def features(notes, vectors):
    feelings = np.array([[note['sentiment'] == label for label in SENTIMENTS] for note in notes], np.float32)
    asks = np.array([['?' in note['title'], '?' in note['description']] for note in notes], np.float32)
    return np.hstack([unit(vectors) * 4, feelings, asks, np.ones((len(notes), 1), np.float32)])


def logistic(inputs, labels, steps=400, rate=0.5, decay=1e-4):
    weights = np.zeros((inputs.shape[1], len(KINDS)), np.float32)
    wanted = np.eye(len(KINDS), dtype=np.float32)[labels]
    speed = np.zeros_like(weights)
    for _ in range(steps):
        scores = inputs @ weights
        scores = np.exp(scores - scores.max(1, keepdims=True))
        scores /= scores.sum(1, keepdims=True)
        slope = inputs.T @ (scores - wanted) / len(inputs) + decay * weights
        speed = 0.9 * speed - rate * slope
        weights += speed
    return weights


def main():
    notes_folder, out, *vector_files = sys.argv[1:]
    vectors = mean_of(vector_files)
    notes = read_products(notes_folder)
    names = list(notes)
    inputs = {name: features(notes[name], vectors[f'{name}/notes']) for name in names}
    labels = {name: np.array([KINDS.index(note['kind']) for note in notes[name]]) for name in names}
    os.makedirs(f'{out}/reviews', exist_ok=True)
    right = total = 0
    for fold in range(FOLDS):
        taught = [name for at, name in enumerate(names) if at % FOLDS != fold]
        weights = logistic(np.vstack([inputs[name] for name in taught]), np.concatenate([labels[name] for name in taught]))
        for name in (name for at, name in enumerate(names) if at % FOLDS == fold):
            found = (inputs[name] @ weights).argmax(1)
            right += (found == labels[name]).sum()
            total += len(found)
            with open(f'{out}/{name}.bin', 'wb') as file:
                file.write(packed(vectors[f'{name}/notes']) + packed(vectors[f'{name}/tags']) + bytes(found.astype(np.uint8)))
    print(f'{len(names)} products, {total} notes; kinds right on left-out products: {right / total:.3f}')


if __name__ == '__main__':
    main()
