"""Step 1: teaches the published English encoder nine more languages, without any labeled notes.

Every sentence of another language is pulled to where the published encoder puts its English translation; English
sentences stay where they were. New sub-words start at the mean of the English words they occur with.
usage: languages.py MODEL OUT PARALLEL.tsv… [--rows 32000 | --rows-from FOLDER] [--seconds 300]
"""
import argparse
import collections
import json
import random
import time

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer, models, trainers

from encoder import Encoder, base_tokenizer, embed, extended_tokenizer, padded, saved_rows, token_ids, word_splitter

STARTED = time.time()
HELD_OUT = 500  # pairs a language, to see how often the nearest English sentence is the right one


def say(*words):
    print(f'[{time.time() - STARTED:6.1f}]', *words, flush=True)


def read_pairs(paths):
    """(English, language, text), with sources that hold more weight repeated by their share."""
    pairs = []
    for path in paths:
        for line in open(path, encoding='utf8'):
            parts = line.rstrip('\n').split('\t')
            pairs += [(parts[1], language, text) for language, text in zip(parts[2::2], parts[3::2]) if language != 'en']
    return pairs


def new_tokens(folder, pairs, rows):
    """Sub-words of the other languages, each language with an equal say."""
    by_language = collections.defaultdict(list)
    for _, language, text in pairs:
        by_language[language].append(text)
    rng, corpus = random.Random(1), []
    for texts in by_language.values():
        corpus += rng.choices(texts, k=60_000)
    trained = Tokenizer(models.WordPiece({'[UNK]': 0}, unk_token='[UNK]'))
    trained.normalizer, trained.pre_tokenizer = word_splitter()
    known = base_tokenizer(folder).get_vocab()
    trainer = trainers.WordPieceTrainer(
        vocab_size=rows + 12_000, min_frequency=3, limit_alphabet=4_500, show_progress=False, special_tokens=['[UNK]'])
    trained.train_from_iterator(corpus, trainer)
    found = sorted(trained.get_vocab().items(), key=lambda item: item[1])
    return [token for token, _ in found if token not in known][:rows]


def known_tokens(folder):
    return open(f'{folder}/vocabulary.txt', encoding='utf8').read().split('\n')[:-1]


def first_rows(words, foreign, english, rows):
    """Each new sub-word starts as the mean of the English sub-words that are most often with it (Dice)."""
    size = len(words)
    together = torch.zeros(rows, size, device=words.device)
    ours, theirs = [], []
    for new, old in zip(foreign, english):
        added = np.array([token - size for token in new if token >= size])
        known = np.array([token for token in old[1:-1] if token < size])
        ours.append(np.repeat(added, len(known)))
        theirs.append(np.tile(known, len(added)))
    at = [torch.from_numpy(np.concatenate(some).astype(np.int64)).to(words.device) for some in (ours, theirs)]
    together.index_put_(tuple(at), torch.ones(len(at[0]), device=words.device), accumulate=True)
    of_new, of_old = together.sum(1), together.sum(0)
    likeness = 2 * together / (of_new[:, None] + of_old[None] + 20)
    best, nearest = likeness.topk(4, dim=1)
    weights = best ** 2 / (best ** 2).sum(1, keepdim=True).clamp(min=1e-12)
    start = (words[nearest] * weights[..., None]).sum(1)
    start[best[:, 0] <= 0] = words[1000:].mean(0)
    return start


class Batches(torch.utils.data.IterableDataset):
    """Pairs of alike length, without end; now and then two or three of them as one longer text."""

    def __init__(self, foreign, english, base, size):
        self.sides, self.size = (foreign, english, base), size
        by_length = collections.defaultdict(list)
        for at, row in enumerate(foreign):
            by_length[min(len(row) // 6, 12)].append(at)
        self.groups = list(by_length.values())

    def __iter__(self):
        rng = random.Random(torch.utils.data.get_worker_info().id)
        weights = [len(group) for group in self.groups]
        while True:
            group = rng.choices(self.groups, weights)[0]
            parts = rng.choice((1, 1, 1, 2, 3))
            picks = [rng.choices(group, k=parts) for _ in range(self.size // parts)]
            yield [padded([joined([side[at] for at in pick]) for pick in picks], 'cpu') for side in self.sides]


def joined(rows):
    return [rows[0][0], *[token for row in rows for token in row[1:-1]][:126], rows[0][-1]]


def contrast(left, right, temperature=0.05):
    likeness = left @ right.T / temperature
    return F.cross_entropy(likeness, torch.arange(len(left), device=left.device))


def main():
    options = argparse.ArgumentParser()
    options.add_argument('model'), options.add_argument('out'), options.add_argument('parallel', nargs='+')
    options.add_argument('--rows', type=int, default=32_000)
    options.add_argument('--rows-from', default='', help='a folder whose sub-words and rows to begin with, such as the shipped one')
    options.add_argument('--seconds', type=float, default=300)
    options.add_argument('--batch', type=int, default=1536), options.add_argument('--rate', type=float, default=5e-4)
    given = options.parse_args()
    rng = random.Random(2)
    torch.manual_seed(2)
    pairs = read_pairs(given.parallel)
    say('pairs', len(pairs), collections.Counter(language for _, language, _ in pairs))
    extra = known_tokens(given.rows_from) if given.rows_from else new_tokens(given.model, pairs, given.rows)
    say('new tokens', len(extra), extra[5000:5020], extra[-20:])
    tokenizer, published = extended_tokenizer(given.model, extra), base_tokenizer(given.model)
    rng.shuffle(pairs)
    tests = collections.defaultdict(list)
    for pair in pairs:
        if len(tests[pair[1]]) < HELD_OUT and len(pair[0]) > 25:
            tests[pair[1]].append(pair)
    held = {english for some in tests.values() for english, _, _ in some}
    pairs = [pair for pair in pairs if pair[0] not in held]
    share = collections.Counter(language for _, language, _ in pairs)
    often = max(share.values())
    # Rare languages come more often, up to four times.
    pairs = [pair for pair in pairs for _ in range(min(4, max(1, round((often / share[pair[1]]) ** 0.6))))]
    rng.shuffle(pairs)
    foreign = token_ids(tokenizer, [text for _, _, text in pairs])
    english = token_ids(tokenizer, [text for text, _, _ in pairs])
    base = token_ids(published, [text for text, _, _ in pairs])
    say('token rows', len(pairs), 'tokens a foreign text', sum(map(len, foreign[:5000])) / 5000, 'English', sum(map(len, english[:5000])) / 5000)

    teacher = Encoder(given.model).cuda().eval()
    student = Encoder(given.model, len(extra), dropout=0.0).cuda()
    with torch.no_grad():
        student.extra.copy_(
            saved_rows(given.rows_from) if given.rows_from
            else first_rows(student.words, foreign[:300_000], english[:300_000], len(extra)))
    say('first rows')

    def right():
        got = {}
        for language, some in sorted(tests.items()):
            theirs = torch.tensor(embed(student, token_ids(tokenizer, [text for _, _, text in some])))
            ours = torch.tensor(embed(teacher, token_ids(published, [text for text, _, _ in some])))
            nearest = (theirs @ ours.T).argmax(1)
            got[language] = round(float((nearest == torch.arange(len(some))).float().mean()), 3)
        student.train()
        return got

    say('nearest right, before', right())
    rates = [{'params': [student.extra], 'lr': given.rate * 4}, {'params': student.layers.parameters(), 'lr': given.rate * 0.4}]
    adam = torch.optim.AdamW(rates, weight_decay=0.01, betas=(0.9, 0.98), fused=True)
    firsts = [group['lr'] for group in adam.param_groups]
    began, step, losses = time.time(), 0, collections.deque(maxlen=100)
    loader = torch.utils.data.DataLoader(
        Batches(foreign, english, base, given.batch), batch_size=None, num_workers=12, prefetch_factor=4, pin_memory=True)
    moved = lambda some: [tensor.cuda(non_blocking=True) for tensor in some]
    for theirs, ours, basis in loader:
        passed = (time.time() - began) / given.seconds
        if passed >= 1:
            break
        for group, first in zip(adam.param_groups, firsts):
            group['lr'] = first * min(1, (step + 1) / 200) * max(0.02, 1 - passed)
        with torch.no_grad():
            target = teacher(*moved(basis))
        one, other = student(*moved(theirs)), student(*moved(ours))
        loss = (1 - (one * target).sum(1)).mean() * 2 + (1 - (other * target).sum(1)).mean() + 0.15 * contrast(one, target)
        adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        adam.step()
        step += 1
        if step % 50 == 0:
            losses.append(loss.item())
        if step % 1000 == 0:
            say('step', step, 'loss', round(sum(losses) / len(losses), 4))
    say('steps', step, 'nearest right', right())
    student.save(given.out)
    json.dump(extra, open(f'{given.out}/extra.json', 'w', encoding='utf8'), ensure_ascii=False)
    say('saved')


if __name__ == '__main__':
    main()
