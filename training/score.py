"""How well vectors group notes: average-link clustering of each product, one threshold for all of them."""
import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

THRESHOLDS = np.arange(0.3, 0.86, 0.02)


def pair_scores(truth, found):
    truth, found = (np.unique(labels, return_inverse=True)[1] for labels in (truth, found))
    table = np.zeros((truth.max() + 1, found.max() + 1))
    np.add.at(table, (truth, found), 1)
    pairs = lambda counts: (counts * (counts - 1) / 2).sum()
    both, same_truth, same_found = pairs(table), pairs(table.sum(1)), pairs(table.sum(0))
    precision, recall = both / max(same_found, 1), both / max(same_truth, 1)
    return {'P': precision, 'R': recall, 'F1': 2 * precision * recall / max(precision + recall, 1e-9), 'ratio': len(table[0]) / len(table)}


def average_precision(likeness, truth):
    left, right = np.triu_indices(len(truth), 1)
    same = np.asarray(truth)[left] == np.asarray(truth)[right]
    same = same[np.argsort(-likeness[left, right], kind='stable')]
    return float((np.cumsum(same) / (np.arange(len(same)) + 1))[same].mean())


def at_thresholds(likeness, truth):
    distance = np.clip(1 - (likeness + likeness.T) / 2, 0, None)
    np.fill_diagonal(distance, 0)
    tree = linkage(squareform(distance, checks=False), 'average')
    return [pair_scores(truth, fcluster(tree, 1 - threshold, 'distance')) for threshold in THRESHOLDS]


def best_threshold(curves):
    return int(np.argmax([np.mean([curve[at]['F1'] for curve in curves]) for at in range(len(THRESHOLDS))]))


def summary(products, vectors):
    """One line: all languages, then English alone."""
    lines = []
    for english in (False, True):
        precisions, curves = [], []
        for name, notes in products.items():
            kept = [at for at, note in enumerate(notes) if not english or note['language'] == 'en']
            own = vectors[name][kept]
            truth = [notes[at]['label'] for at in kept]
            precisions.append(average_precision(own @ own.T, truth))
            curves.append(at_thresholds(own @ own.T, truth))
        at = best_threshold(curves)
        mean = lambda key: np.mean([curve[at][key] for curve in curves])
        lines.append(f"{'en' if english else 'all'} AP {np.mean(precisions):.3f} t {THRESHOLDS[at]:.2f} F1 {mean('F1'):.3f} "
                     f"P {mean('P'):.2f} R {mean('R'):.2f} x{mean('ratio'):.2f}")
    return ' | '.join([*lines, languages(products, vectors)])


def languages(products, vectors):
    """The share of notes in another language whose nearest English note is of the same issue."""
    right, total = {}, {}
    for name, notes in products.items():
        own = vectors[name]
        english = [at for at, note in enumerate(notes) if note['language'] == 'en']
        for at, note in enumerate(notes):
            if note['language'] == 'en':
                continue
            nearest = english[int(np.argmax(own[english] @ own[at]))]
            total[note['language']] = total.get(note['language'], 0) + 1
            right[note['language']] = right.get(note['language'], 0) + (notes[nearest]['label'] == note['label'])
    return ' '.join(f'{language} {right[language] / total[language]:.2f}' for language in sorted(total))
