import type { SuiteDocument } from './suite.js'

const frontMatter = /^---\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/u

/**
 * A document as the Markdown file that a person would keep: its title is the first heading. A text that opens with
 * a first-level heading (after front matter) has one; where its first line is the title in plain words, that line
 * becomes the heading.
 */
export function documentText({ title, text }: SuiteDocument): string {
  const heading = title.trim().replaceAll(/\s+/gu, ' ')
  const [matter = ''] = frontMatter.exec(text) ?? []
  const body = text.slice(matter.length).trimStart()
  const [firstLine = ''] = body.split('\n', 1)
  if (heading === '' || /^#\s/u.test(firstLine)) return text
  const rest = firstLine.trim() === heading ? body.slice(firstLine.length).trimStart() : body
  return `${matter}# ${heading}\n\n${rest}`
}
