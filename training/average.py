"""The mean of two encoders that began alike: as good as a longer training, where each has learned from other notes.
usage: average.py ONE OTHER OUT, each a folder with layers.a, layers.b and rows (.safetensors), as `notes.py` saves them.
"""
import os
import sys

import numpy as np
from safetensors.numpy import load_file, save_file


def mean(one, other):
    return (one.astype(np.float32) + other.astype(np.float32)) / 2


def main():
    one, other, out = sys.argv[1:4]
    read = lambda name: [load_file(f'{folder}/{name}.safetensors') for folder in (one, other)]
    os.makedirs(out, exist_ok=True)
    for name in ('layers.a', 'layers.b'):
        left, right = read(name)
        save_file({key: mean(value, right[key]).astype(np.float16) for key, value in left.items()}, f'{out}/{name}.safetensors')
    left, right = read('rows')
    rows = mean(*(saved['rows'] * saved['scale'][:, None] for saved in (left, right)))
    scale = np.maximum(np.abs(rows).max(1), 1e-8).astype(np.float32) / 127
    save_file({'rows': np.round(rows / scale[:, None]).astype(np.int8), 'scale': scale}, f'{out}/rows.safetensors')


if __name__ == '__main__':
    main()
