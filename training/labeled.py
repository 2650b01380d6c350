"""Labeled notes as they lie in files: a JSON object a line, a file a product."""
import glob
import json
import os


def read_notes(path):
    return [json.loads(line) for line in open(path, encoding='utf8') if line.strip()]


def read_products(folder):
    """The notes of each product of a folder. Those in its folder `reviews` come last: no other product has another fold for them."""
    paths = [*sorted(glob.glob(f'{folder}/*.jsonl')), *sorted(glob.glob(f'{folder}/reviews/*.jsonl'))]
    return {os.path.relpath(path, folder)[:-6]: read_notes(path) for path in paths}


def read_tags(folder, name):
    path = f'{folder}/{name}.tags.json'
    return json.load(open(path, encoding='utf8')) if os.path.exists(path) else []


def note_text(note):
    """As the service reads it; a review has no title."""
    return f"{note['title'].rstrip('.')}. {note['description']}" if note['title'] else note['description']
