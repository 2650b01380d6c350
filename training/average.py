"""The mean of several encoders that began alike: as good as a longer training, where each has learned from other notes.
usage: average.py OUT FOLDER…, each with layers.a, layers.b and rows (.safetensors), as `notes.py` saves them. One that is named
twice counts twice.
"""
import os
import sys

import numpy as np
from safetensors.numpy import load_file, save_file


def mean(values):
    return sum(value.astype(np.float32) for value in values) / len(values)


def main():
    out, *folders = sys.argv[1:]
    read = lambda name: [load_file(f'{folder}/{name}.safetensors') for folder in folders]
    os.makedirs(out, exist_ok=True)
    for name in ('layers.a', 'layers.b'):
        layers = read(name)
        save_file({key: mean([some[key] for some in layers]).astype(np.float16) for key in layers[0]}, f'{out}/{name}.safetensors')
    rows = mean([saved['rows'] * saved['scale'][:, None] for saved in read('rows')])
    scale = np.maximum(np.abs(rows).max(1), 1e-8).astype(np.float32) / 127
    save_file({'rows': np.round(rows / scale[:, None]).astype(np.int8), 'scale': scale}, f'{out}/rows.safetensors')


if __name__ == '__main__':
    main()
