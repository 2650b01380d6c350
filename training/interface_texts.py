"""Before step 1: the interface texts of free programs, as lines of sentences that mean the same in two or more languages.
usage: interface_texts.py CLONES OUT.tsv, where CLONES has a git directory for each of SOURCES, named OWNER+NAME/repo.
Only files outside the folders that some of these programs license otherwise are read.
"""
import collections
import html
import json
import os
import re
import subprocess
import sys

LANGUAGES = ('de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'zh')
SPELLINGS = {'pt': ('pt-BR', 'pt_BR', 'pt'), 'zh': ('zh-CN', 'zh_CN', 'zh-Hans', 'zh', 'cn'), 'ja': ('ja', 'ja_JP')}
SOURCES = {
    'mattermost+mattermost': ('server/i18n/{}.json', 'webapp/channels/src/i18n/{}.json'),
    'RocketChat+Rocket.Chat': ('packages/i18n/src/locales/{}.i18n.json', 'packages/livechat/src/i18n/{}.json'),
    'thingsboard+thingsboard': ('ui-ngx/src/assets/locale/locale.constant-{}.json',),
    'chatwoot+chatwoot': ('app/javascript/dashboard/i18n/locale/{}/*.json', 'app/javascript/widget/i18n/locale/{}.json'),
    'danny-avila+LibreChat': ('client/src/locales/{}/translation.json', 'packages/client/src/locales/{}/translation.json'),
    'hoppscotch+hoppscotch': ('packages/hoppscotch-common/locales/{}.json', 'packages/hoppscotch-sh-admin/locales/{}.json'),
    'wekan+wekan': ('imports/i18n/data/{}.i18n.json',),
    'strapi+strapi': ('packages/core/*/admin/src/translations/{}.json', 'packages/plugins/*/admin/src/translations/{}.json'),
}
HOLES = re.compile(r'<[^<>]{1,200}>|\$?\{\{?[^{}]*\}?\}|%\w|__\w+__|\*\*|`')


def spellings(language):
    return SPELLINGS.get(language, (language, f'{language}_{language.upper()}', f'{language}-{language.upper()}'))


def clean(text):
    return re.sub(r'\s+', ' ', HOLES.sub(' ', html.unescape(text))).strip(' :…')


def leaves(value, path=()):
    """Every text of a tree, by where it is."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, below in value.items():
            yield from leaves(below, (*path, key))
    elif isinstance(value, list):
        for at, below in enumerate(value):
            # A list of texts that each name themselves is ordered by chance.
            yield from leaves(below, (*path, below['id'] if isinstance(below, dict) and 'id' in below else at))


class Clone:
    def __init__(self, folder):
        inside = f'{folder}/.git'
        self.git = ['git', f'--git-dir={inside if os.path.isdir(inside) else folder}']
        self.paths = self.run('ls-tree', '-r', '--name-only', 'HEAD').decode('utf8').split('\n')

    def run(self, *command):
        return subprocess.run([*self.git, *command], check=True, capture_output=True).stdout

    def texts(self, pattern, spelling):
        """(file's place in the pattern, path inside it) → text."""
        wanted = re.compile(re.escape(pattern).replace(r'\{\}', re.escape(spelling)).replace(r'\*', '([^/]+)') + '$')
        found = {}
        for path in self.paths:
            match = wanted.match(path)
            if match:
                tree = json.loads(self.run('show', f'HEAD:{path}').decode('utf-8-sig'))
                found.update({(match.groups(), *where): clean(text) for where, text in leaves(tree)})
        return found


def usable(english, text):
    """A sentence or a part of one, translated, and no name or address."""
    return (text != english and ' ' in english and 12 <= len(english) <= 300 and 4 <= len(text) <= 400
            and not re.search(r'https?:|\|\||\\u', english + text) and sum(map(str.isalpha, english)) > 0.6 * len(english))


def main():
    clones, out = sys.argv[1:3]
    rows = collections.defaultdict(dict)
    for name, patterns in SOURCES.items():
        clone, before = Clone(f'{clones}/{name}/repo'), len(rows)
        for pattern in patterns:
            english = {**clone.texts(pattern, 'en'), **clone.texts(pattern, 'en_US')}
            for language in LANGUAGES:
                theirs = next((found for found in (clone.texts(pattern, spelling) for spelling in spellings(language)) if found), {})
                for where, text in theirs.items():
                    if where in english and usable(english[where], text):
                        rows[english[where]].setdefault(language, text)
        print(name, len(rows) - before, 'lines')
    with open(out, 'w', encoding='utf8') as file:
        for text, others in rows.items():
            file.write('\t'.join(['en', text, *(part for pair in sorted(others.items()) for part in pair)]) + '\n')
    print(len(rows), 'lines', collections.Counter(language for others in rows.values() for language in others))


if __name__ == '__main__':
    main()
