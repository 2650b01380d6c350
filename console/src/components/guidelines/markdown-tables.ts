// Tables in Markdown as GitHub reads them. The plugin with all of GitHub's extensions weighs ten times as much.
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'

type Extensions = { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] }

export function tables(this: { data(): object }): void {
  const extensions: Extensions = this.data()
  extensions.micromarkExtensions = [...(extensions.micromarkExtensions ?? []), gfmTable()]
  extensions.fromMarkdownExtensions = [...(extensions.fromMarkdownExtensions ?? []), gfmTableFromMarkdown()]
}
