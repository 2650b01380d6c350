"""Step 2: fine-tunes the encoder on labeled notes, so that notes of one issue lie together and other issues of the same
product apart. Every batch is one whole product, in two views of each note; intents and translations ride along.

Leave-products-out: with --folds K the products are dealt into K parts, an encoder is trained without each, and the vectors of
the left-out notes are written: that is what the benchmark is scored on. Without it one encoder is trained on all.
usage: notes.py MODEL START NOTES OUT --parallel A.tsv… --intents FOLDER [--folds 4] [--steps 700]
"""
import argparse
import collections
import json
import os
import random
import re
import time

import numpy as np
import torch
import torch.nn.functional as F

from encoder import Encoder, base_tokenizer, embed, extended_tokenizer, padded, token_ids
from labeled import note_text, read_notes, read_products, read_tags
from score import summary

STARTED = time.time()
INTENTS = ('banking77.train', 'clinc150.train', 'hwu64', 'dstc11.development')


def say(*words):
    print(f'[{time.time() - STARTED:6.1f}]', *words, flush=True)


def a_view(note, rng):
    """The note as a whole, or some of it: an issue is told at length or in a line."""
    chance = rng.random()
    if chance < 0.5:
        return note_text(note)
    if chance < 0.66 and note['title']:
        return note['title']
    if chance < 0.8:
        return note['description']
    sentences = re.split(r'(?<=[.!?。！？])\s*', note['description'])
    kept = [sentence for sentence in sentences if sentence and rng.random() < 0.6] or [note['description']]
    return (note['title'] + '. ' if note['title'] and rng.random() < 0.6 else '') + ' '.join(kept)


def contrastive(vectors, labels, temperature, same=None, languages=None):
    """Supervised contrastive loss; two views of the same note count little, another language counts more."""
    likeness = vectors @ vectors.T / temperature
    itself = torch.eye(len(labels), dtype=torch.bool, device=vectors.device)
    likeness = likeness.masked_fill(itself, -1e4)
    weights = ((labels[:, None] == labels[None]) & ~itself).float()
    if same is not None:
        weights = weights * torch.where(same[:, None] == same[None], 0.3, 1.0)
    if languages is not None:
        weights = weights * torch.where(languages[:, None] != languages[None], 1.5, 1.0)
    chances = likeness - torch.logsumexp(likeness, 1, keepdim=True)
    total = weights.sum(1)
    some = total > 0
    return -((chances * weights).sum(1)[some] / total[some]).mean()


def in_parts(encoder, rows, parts=2):
    """Texts of alike length go together: less than half the work of padding all to the longest."""
    order = sorted(range(len(rows)), key=lambda at: len(rows[at]))
    size = -(-len(rows) // parts)
    vectors = torch.cat([encoder(*padded([rows[at] for at in order[start:start + size]])) for start in range(0, len(rows), size)])
    back = torch.empty(len(rows), dtype=torch.long)
    back[order] = torch.arange(len(rows))
    return vectors[back.cuda()]


class Remembered:
    """Texts of other worlds, in groups that belong to one source: they keep the likeness that they have with the published encoder."""

    def __init__(self, given, tokenizer):
        self.groups = json.load(open(given.remember, encoding='utf8'))
        self.rows = [token_ids(tokenizer, group, 64) for group in self.groups]
        teacher, published = Encoder(given.model).cuda().eval(), base_tokenizer(given.model)
        self.taught = [torch.tensor(embed(teacher, token_ids(published, group, 64))).cuda() for group in self.groups]
        self.weights = [min(len(group), 200) for group in self.groups]

    def loss(self, encoder, rng, temperature=0.06):
        picked = [(at, one) for at in rng.choices(range(len(self.groups)), self.weights, k=5)
                  for one in rng.sample(range(len(self.groups[at])), min(48, len(self.groups[at])))]
        picked = list(dict.fromkeys(picked))
        vectors = in_parts(encoder, [self.rows[at][one] for at, one in picked])
        wanted = torch.stack([self.taught[at][one] for at, one in picked])
        ours, theirs = vectors @ vectors.T, wanted @ wanted.T
        itself = torch.eye(len(picked), dtype=torch.bool, device='cuda')
        chances = (ours / temperature).masked_fill(itself, -1e4).log_softmax(1)
        target = (theirs / temperature).masked_fill(itself, -1e4).softmax(1)
        return F.kl_div(chances, target, reduction='batchmean') + 10 * ((ours - theirs)[~itself] ** 2).mean()


class Lesson:
    """What one training step sees."""

    def __init__(self, given, tokenizer, products, pairs, intents, seed):
        self.given, self.tokenizer, self.pairs, self.intents = given, tokenizer, pairs, intents
        self.products, self.rng = list(products.values()), random.Random(seed)
        self.weights = [1 if any(note['title'] for note in notes) else given.review_weight for notes in self.products]
        self.known = {}
        self.remembered = Remembered(given, tokenizer) if given.remember else None

    def rows(self, texts, longest):
        missing = [text for text in set(texts) if text not in self.known]
        if missing:
            self.known.update(zip(missing, token_ids(self.tokenizer, missing)))
        cut = lambda row: row if len(row) <= longest else [*row[: longest - 1], row[-1]]
        return [cut(self.known[text]) for text in texts]

    def loss(self, encoder):
        given, rng = self.given, self.rng
        [notes] = rng.choices(self.products, self.weights)
        names = sorted({note['label'] for note in notes}) if rng.random() < given.name_share else []
        number = lambda values: torch.tensor(np.unique(values, return_inverse=True)[1], device='cuda')
        views = [a_view(note, rng) for _ in range(2) for note in notes] + [name.replace('-', ' ') for name in names]
        loss = contrastive(
            in_parts(encoder, self.rows(views, 112)), number([note['label'] for note in notes] * 2 + names), given.temperature,
            torch.cat([torch.arange(len(notes)).repeat(2), len(notes) + torch.arange(len(names))]).cuda(),
            number([note['language'] for note in notes] * 2 + ['en'] * len(names)))
        if self.intents and rng.random() < given.intent_share:
            groups = rng.choice(self.intents)
            some = rng.sample(groups, min(48, len(groups)))
            texts = [text for group in some for text in rng.sample(group, 4)]
            labels = torch.arange(len(some), device='cuda').repeat_interleave(4)
            loss = loss + 0.5 * contrastive(in_parts(encoder, self.rows(texts, 48)), labels, given.temperature)
        if self.pairs and given.pair_weight:
            some = rng.sample(self.pairs, 256)
            english, foreign = (in_parts(encoder, [pair[side] for pair in some]) for side in (0, 1))
            likeness = english @ foreign.T / 0.05
            target = torch.arange(len(some), device='cuda')
            loss = loss + given.pair_weight * (F.cross_entropy(likeness, target) + F.cross_entropy(likeness.T, target))
        if self.remembered:
            loss = loss + self.remembered.loss(encoder, rng)
        return loss


def train(given, extra, tokenizer, products, pairs, intents):
    """The mean of several trainings that differ in their order, if asked for; with where it started."""
    runs = []
    for seed in range(given.seed, given.seed + given.seeds):
        encoder, before = train_once(given, extra, Lesson(given, tokenizer, products, pairs, intents, seed), given.steps)
        runs.append({name: value.detach().clone() for name, value in encoder.named_parameters()})
    with torch.no_grad():
        for name, value in encoder.named_parameters():
            value.copy_(torch.stack([run[name] for run in runs]).mean(0))
    return encoder, before


def train_once(given, extra, lesson, steps):
    encoder = Encoder(given.model, len(extra))
    encoder.load(given.start).cuda()
    before = {name: value.detach().clone() for name, value in encoder.named_parameters()}
    rates = [{'params': encoder.layers.parameters(), 'lr': given.rate}, {'params': [encoder.extra], 'lr': given.rate * given.rows_rate}]
    adam = torch.optim.AdamW(rates, weight_decay=0.01, fused=True)
    curve = lambda step: min(1, (step + 1) / 60) * (0.05 + 0.475 * (1 + np.cos(np.pi * min(1, step / steps))))
    schedule = torch.optim.lr_scheduler.LambdaLR(adam, curve)
    encoder.train()
    for step in range(steps):
        loss = lesson.loss(encoder)
        adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        adam.step()
        schedule.step()
        if (step + 1) % 200 == 0:
            say('step', step + 1, 'loss', round(loss.item(), 3))
    return encoder, before


def drawn_back(encoder, before, share):
    """So much of the way from where it started: tuned all the way, an encoder forgets what it knew in general."""
    after = {name: value.detach().clone() for name, value in encoder.named_parameters()}
    with torch.no_grad():
        for name, value in encoder.named_parameters():
            value.copy_(before[name] + share * (after[name] - before[name]))
    return after


def put_back(encoder, after):
    with torch.no_grad():
        for name, value in encoder.named_parameters():
            value.copy_(after[name])


def tag_texts(tags):
    return [f"{tag['label']}. {tag.get('description', '')}" for tag in tags] + [tag['label'] for tag in tags]


def vectors_of(encoder, tokenizer, products):
    """Whole notes of each product, and its tags."""
    return {name: embed(encoder, token_ids(tokenizer, [note_text(note) for note in notes])) for name, notes in products.items()}


def read_intents(folder):
    families = []
    for family in INTENTS:
        groups = collections.defaultdict(list)
        for row in read_notes(f'{folder}/{family}.jsonl'):
            groups[row['label']].append(row['text'])
        families.append([texts for texts in groups.values() if len(texts) > 3])
    return families


def read_pairs(paths, tokenizer, limit=80_000):
    pairs = []
    for path in paths:
        for line in open(path, encoding='utf8'):
            parts = line.rstrip('\n').split('\t')
            pairs += [(parts[1], text) for language, text in zip(parts[2::2], parts[3::2]) if language != 'en']
    pairs = random.Random(3).sample(pairs, min(limit, len(pairs)))
    return list(zip(token_ids(tokenizer, [pair[0] for pair in pairs], 40), token_ids(tokenizer, [pair[1] for pair in pairs], 40)))


def read_options():
    options = argparse.ArgumentParser()
    options.add_argument('model'), options.add_argument('start'), options.add_argument('notes'), options.add_argument('out')
    options.add_argument('--parallel', nargs='*', default=[]), options.add_argument('--intents', default='')
    options.add_argument('--folds', type=int, default=0), options.add_argument('--only', type=int, default=-1)
    options.add_argument('--steps', type=int, default=700), options.add_argument('--rate', type=float, default=4e-5)
    options.add_argument('--rows-rate', type=float, default=2.0), options.add_argument('--temperature', type=float, default=0.06)
    options.add_argument('--intent-share', type=float, default=0.35), options.add_argument('--pair-weight', type=float, default=0.15)
    options.add_argument('--shares', default='0.65'), options.add_argument('--seed', type=int, default=1)
    options.add_argument('--name-share', type=float, default=0.0, help='how often the names of the issues are among the texts')
    options.add_argument('--seeds', type=int, default=1)
    options.add_argument('--review-weight', type=float, default=1.0, help='how often a set of raw reviews is seen for each time that a product is')
    options.add_argument('--remember', default='', help='a JSON file of groups of texts that keep the likeness they have with the published encoder')
    options.add_argument('--more', default='', help='a folder of products that are only trained on')
    return options.parse_args()


def main():
    given = read_options()
    torch.manual_seed(given.seed)
    extra = json.load(open(f'{given.start}/extra.json', encoding='utf8'))
    tokenizer = extended_tokenizer(given.model, extra)
    products, more = read_products(given.notes), read_products(given.more) if given.more else {}
    pairs = read_pairs(given.parallel, tokenizer) if given.parallel else []
    intents = read_intents(given.intents) if given.intents else []
    say('products', len(products), '+', len(more), 'pairs', len(pairs))
    shares = [float(share) for share in given.shares.split(',')]
    os.makedirs(given.out, exist_ok=True)
    names = list(products)
    found = {share: {} for share in shares}
    for fold in range(given.folds):
        if given.only >= 0 and fold != given.only:
            continue
        left_out = {name: products[name] for at, name in enumerate(names) if at % given.folds == fold}
        taught = {**{name: products[name] for name in names if name not in left_out}, **more}
        encoder, before = train(given, extra, tokenizer, taught, pairs, intents)
        for share in shares:
            after = drawn_back(encoder, before, share)
            vectors = vectors_of(encoder, tokenizer, left_out)
            found[share].update(vectors)
            say('fold', fold, 'share', share, summary(left_out, vectors))
            if share == shares[-1]:
                export_fold(given, encoder, tokenizer, left_out, vectors, fold)
            put_back(encoder, after)
    for share in shares if given.folds and given.only < 0 else []:
        say('all folds, share', share, summary(products, found[share]))
    if not given.folds:
        encoder, before = train(given, extra, tokenizer, {**products, **more}, pairs, intents)
        drawn_back(encoder, before, shares[-1])
        save(given, encoder, tokenizer, extra)


def export_fold(given, encoder, tokenizer, products, vectors, fold):
    """Vectors of notes the encoder has not seen, with those of the products' tags."""
    out = {f'{name}/notes': value.astype(np.float16) for name, value in vectors.items()}
    for name, notes in products.items():
        tags = tag_texts(read_tags(given.notes, name))
        out[f'{name}/tags'] = embed(encoder, token_ids(tokenizer, tags)).astype(np.float16)
    np.savez(f'{given.out}/fold{fold}.npz', **out)


def save(given, encoder, tokenizer, extra):
    encoder.save(given.out)
    encoder.cpu().load(given.out).eval()
    open(f'{given.out}/vocabulary.txt', 'w', encoding='utf8').write(''.join(f'{token}\n' for token in extra))
    texts = ['Export to CSV stops at 10,000 rows', 'The user could not sign in after the update.', 'Wants dark mode', 'a',
             'Boarding pass would not open at the pier. No signal, only a spinner.', 'La facture est partie deux fois.',
             'Zahlung schlägt fehl', 'It’s great!!! 🎉', 'naïve café – 3.5 °C', '請求書が二重に送信された', '导出的文件打不开',
             'Faktura została wysłana dwa razy', 'Il rimborso non è mai arrivato', 'A exportação para CSV é muito lenta',
             'De factuur is twee keer verstuurd', 'La exportación tarda muchísimo', 'エクスポートがとても遅い、と言っています。']
    rows = token_ids(tokenizer, texts)
    with torch.no_grad():
        vectors = [encoder(*padded([row], 'cpu'))[0] for row in rows]
    golden = [{'text': text, 'ids': ids, 'head': [round(float(v), 5) for v in vector[:8]]} for text, ids, vector in zip(texts, rows, vectors)]
    json.dump(golden, open(f'{given.out}/vectors.json', 'w', encoding='utf8'), ensure_ascii=False, indent=1)
    say('saved', os.listdir(given.out))


if __name__ == '__main__':
    main()
