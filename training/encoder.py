"""The sentence encoder as it is trained: all-MiniLM-L6-v2 with extra rows in its vocabulary for other languages.

The word, position and type embeddings of the published model stay as they are (the service takes them from npm); what is
trained is the six layers and the extra rows. `src/digest/encode` runs the same arithmetic in WebAssembly.
"""
import itertools
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

WIDTH, HEADS, LAYERS, LONGEST = 384, 12, 6, 128
CLS, SEP = 101, 102


def base_tokenizer(folder):
    tokenizer = Tokenizer.from_file(f'{folder}/tokenizer.json')
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def word_splitter():
    """White space and punctuation as BERT has it; a run of one Asian script is a word. Accents are kept."""
    normal = normalizers.Sequence([
        normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=False, strip_accents=False, lowercase=True),
        normalizers.NFC(),
    ])
    words = pre_tokenizers.Sequence([
        pre_tokenizers.BertPreTokenizer(),
        pre_tokenizers.Split(Regex(r'\p{Han}+|\p{Hiragana}+|[\p{Katakana}ー]+'), 'isolated'),
    ])
    return normal, words


def extended_tokenizer(folder, extra):
    vocabulary = base_tokenizer(folder).get_vocab()
    for token in extra:
        vocabulary[token] = len(vocabulary)
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token='[UNK]', max_input_chars_per_word=100))
    tokenizer.normalizer, tokenizer.pre_tokenizer = word_splitter()
    return tokenizer


def token_ids(tokenizer, texts, longest=LONGEST):
    """[CLS] … [SEP], cut to the longest length."""
    encoded = tokenizer.encode_batch(texts, add_special_tokens=False)
    return [[CLS, *one.ids[: longest - 2], SEP] for one in encoded]


class Layer(nn.Module):
    def __init__(self, dropout):
        super().__init__()
        self.query, self.key, self.value, self.output = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.after_attention, self.after_feed = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = dropout

    def forward(self, x, mask):
        heads = lambda y: y.view(*y.shape[:2], HEADS, -1).transpose(1, 2)
        p = self.dropout if self.training else 0.0
        seen = F.scaled_dot_product_attention(
            heads(self.query(x)), heads(self.key(x)), heads(self.value(x)), attn_mask=mask, dropout_p=p)
        seen = self.output(seen.transpose(1, 2).reshape(x.shape))
        x = self.after_attention(x + F.dropout(seen, p))
        fed = self.down(F.gelu(self.up(x)))
        return self.after_feed(x + F.dropout(fed, p))


NAMES = {  # ours → the published model's
    'query': 'attention.self.query', 'key': 'attention.self.key', 'value': 'attention.self.value',
    'output': 'attention.output.dense', 'after_attention': 'attention.output.LayerNorm',
    'up': 'intermediate.dense', 'down': 'output.dense', 'after_feed': 'output.LayerNorm',
}


class Encoder(nn.Module):
    """Texts in, unit vectors out: the mean over all tokens."""

    def __init__(self, folder, extra_rows=0, dropout=0.1):
        super().__init__()
        published = {name: value.float() for name, value in load_file(f'{folder}/model.fp16.safetensors').items()}
        embedding = lambda name: published[f'embeddings.{name}']
        self.register_buffer('words', embedding('word_embeddings.weight'))
        self.register_buffer('places', embedding('position_embeddings.weight') + embedding('token_type_embeddings.weight')[0])
        self.register_buffer('norm_weight', embedding('LayerNorm.weight'))
        self.register_buffer('norm_bias', embedding('LayerNorm.bias'))
        self.extra = nn.Parameter(torch.zeros(extra_rows, WIDTH))
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))
        if 'encoder.layer.0.output.dense.weight' in published:  # a copy without layers is enough to go on from a saved encoder
            self.load_layers(published)
        self.dropout = dropout

    def load_layers(self, tensors):
        with torch.no_grad():
            for at, layer in enumerate(self.layers):
                for ours, theirs in NAMES.items():
                    for part in ('weight', 'bias'):
                        getattr(getattr(layer, ours), part).copy_(tensors[f'encoder.layer.{at}.{theirs}.{part}'])

    def save(self, folder):
        """Layers under their published names in half precision, extra rows in eight bits with a scale each."""
        os.makedirs(folder, exist_ok=True)
        for part, some in (('a', range(3)), ('b', range(3, LAYERS))):
            named = {
                f'encoder.layer.{at}.{theirs}.{kind}': getattr(getattr(self.layers[at], ours), kind)
                for at in some for ours, theirs in NAMES.items() for kind in ('weight', 'bias')
            }
            halved = {name: value.detach().half().contiguous().cpu() for name, value in named.items()}
            save_file(halved, f'{folder}/layers.{part}.safetensors')
        rows = self.extra.detach().float().cpu()
        scale = rows.abs().amax(1).clamp(min=1e-8) / 127
        save_file({'rows': (rows / scale[:, None]).round().to(torch.int8), 'scale': scale}, f'{folder}/rows.safetensors')

    def load(self, folder):
        layers = {**load_file(f'{folder}/layers.a.safetensors'), **load_file(f'{folder}/layers.b.safetensors')}
        self.load_layers({name: value.float() for name, value in layers.items()})
        with torch.no_grad():
            self.extra.copy_(saved_rows(folder))
        return self

    def forward(self, ids, mask):
        x = F.embedding(ids, torch.cat([self.words, self.extra]) if len(self.extra) else self.words)
        x = F.layer_norm(x + self.places[: ids.shape[1]], (WIDTH,), self.norm_weight, self.norm_bias, 1e-12)
        x = F.dropout(x, self.dropout, self.training)
        with torch.autocast('cuda', torch.bfloat16):
            for layer in self.layers:
                x = layer(x, mask[:, None, None, :])
        kept = x.float() * mask[..., None]
        return F.normalize(kept.sum(1) / mask.sum(1, keepdim=True), dim=-1)


def saved_rows(folder):
    saved = load_file(f'{folder}/rows.safetensors')
    return saved['rows'].float() * saved['scale'][:, None]


def padded(rows, device='cuda'):
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    longest = int(lengths.max())
    longest += -longest % 8
    mask = np.arange(longest) < lengths[:, None]
    ids = np.zeros(mask.shape, np.int64)
    ids[mask] = np.fromiter(itertools.chain.from_iterable(rows), np.int64, lengths.sum())
    return torch.from_numpy(ids).to(device, non_blocking=True), torch.from_numpy(mask).to(device, non_blocking=True)


@torch.no_grad()
def embed(encoder, rows, batch=512):
    """Vectors of token rows, in their order; alike lengths go together."""
    encoder.eval()
    order = sorted(range(len(rows)), key=lambda at: len(rows[at]))
    out = torch.empty(len(rows), WIDTH)
    for start in range(0, len(order), batch):
        part = order[start:start + batch]
        out[part] = encoder(*padded([rows[at] for at in part])).cpu()
    return out.numpy()
