import { printable } from '@recallite/command-line'
import type { Table } from '../render/text-tables.js'

/** HTML that is safe to put into a page; only `markup` makes it. */
export interface Markup {
  readonly html: string
}

/** What a template may hold: text is escaped, markup stays as it is, null adds nothing. */
type Fragment = string | Markup | readonly Markup[] | null

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The tag of HTML templates; attributes must be quoted. */
export function markup(parts: TemplateStringsArray, ...fragments: readonly Fragment[]): Markup {
  return { html: parts.map((part, index) => `${part}${toHtml(fragments[index] ?? null)}`).join('') }
}

/** A table in a box that scrolls by itself, also with the keyboard. */
export function renderTable({ title, head, lines, note = '' }: Table): Markup {
  const headings = head.map((heading) => markup`<th scope="col">${heading}</th>`)
  const rows = lines.map(
    ([name = '', ...cells]) =>
      markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>
`,
  )
  return markup`<div class="scroll" role="region" tabindex="0" aria-label="${title}"><table>
<caption>${title}</caption>
<thead><tr>${headings}</tr></thead>
<tbody>${rows}</tbody>
</table></div>
${
  note === ''
    ? null
    : markup`<p class="note">${note}</p>
`
}`
}

function toHtml(fragment: Fragment): string {
  if (fragment === null) return ''
  if (typeof fragment === 'string') return escapeHtml(fragment)
  return 'html' in fragment ? fragment.html : fragment.map(({ html }) => html).join('')
}

/** A text as HTML that shows it: without control characters, changes of direction and halves of characters. */
function escapeHtml(text: string): string {
  const visible = printable(text.toWellFormed(), { keepLines: true })
  return visible.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
