"""Step 4: the weights by which kinds are told, from the vectors of all products and the users' sentiments.
usage: kinds.py NOTES notes.npz OUT.bin   (32-bit floats: for each of 392 inputs one weight a kind)
"""
import glob
import json
import os
import sys

import numpy as np

from benchmark_vectors import KINDS, features, logistic


def main():
    folder, vector_file, out = sys.argv[1:4]
    vectors = np.load(vector_file)
    inputs, labels = [], []
    for path in sorted(glob.glob(f'{folder}/*.jsonl')):
        notes = [json.loads(line) for line in open(path, encoding='utf8')]
        inputs.append(features(notes, vectors[f'{os.path.basename(path)[:-6]}/notes'].astype(np.float32)))
        labels.append(np.array([KINDS.index(note['kind']) for note in notes]))
    logistic(np.vstack(inputs), np.concatenate(labels)).astype('<f4').tofile(out)


if __name__ == '__main__':
    main()
