import { visibleText } from './visible-text.js'

/** HTML that is safe to put into a page; `html` alone makes it. */
export interface Markup {
  readonly markup: string
}

/** What a template may hold: text is escaped, markup is taken as it is, null leaves nothing. */
export type Fragment = string | number | Markup | readonly Markup[] | null

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as HTML that shows it, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

function toHtml(fragment: Fragment): string {
  if (fragment === null) return ''
  if (typeof fragment === 'string') return escapeHtml(fragment)
  if (typeof fragment === 'number') return String(fragment)
  if ('markup' in fragment) return fragment.markup
  return fragment.map(({ markup }) => markup).join('')
}

/** A template of HTML; attributes must be quoted. */
export function html(parts: TemplateStringsArray, ...fragments: readonly Fragment[]): Markup {
  const pieces = parts.map((part, index) => `${part}${toHtml(fragments[index] ?? null)}`)
  return { markup: pieces.join('') }
}
