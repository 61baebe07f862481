import { languageOf, loadLanguages, matchRanges, parseQuery } from '@recallite/keyword'
import type { DocumentAddress } from '@recallite/store'
import { type ComponentChildren, h } from 'preact'
import { linkTo } from '../address.js'
import type { MarkdownElement, MarkdownNode } from '../api.js'
import { visible } from '../elements.js'

interface MarkdownProps {
  readonly nodes: readonly MarkdownNode[]
  readonly address: DocumentAddress
  /** The first and last line of the passage that is read. */
  readonly passage: readonly [first: number, last: number]
}

/** A part of a note. Text becomes elements of these tags, never markup. */
export const Markdown = ({ nodes, ...about }: MarkdownProps) => <>{render(nodes, about)}</>

type About = Omit<MarkdownProps, 'nodes'>

const tags: ReadonlySet<string> = new Set(
  'p h2 h3 h4 h5 h6 ul ol li blockquote em strong s code br hr thead tbody tr th td span'.split(' '),
)
/** Blocks that are marked as the passage, instead of those around them. */
const leaves: ReadonlySet<string> = new Set('p h2 h3 h4 h5 h6 li pre tr'.split(' '))

const render = (nodes: readonly MarkdownNode[] = [], about: About): ComponentChildren =>
  nodes.map((node) => (typeof node === 'string' ? visible(node) : renderElement(node, about)))

function renderElement(node: MarkdownElement, about: About): ComponentChildren {
  const { tag, align, value } = node
  if (tag === 'a' || tag === 'img') return renderLink(node, about)
  const children = render(node.children, about)
  const block = propertiesOf(node, about)
  if (tag === 'pre') return h('pre', block, <code>{children}</code>)
  if (tag !== 'table') {
    const style = align ? { textAlign: align } : undefined
    return h(tags.has(tag) ? tag : 'span', { ...block, value, style }, children)
  }
  return (
    <div class="scroll" role="group" aria-label="Table" tabIndex={0}>
      {h('table', block, children)}
    </div>
  )
}

function propertiesOf({ tag, line }: MarkdownElement, { passage: [first, last] }: About): object {
  if (line === undefined) return {}
  const isPassage = leaves.has(tag) && line >= first && line <= last
  return { 'data-line': line, dir: 'auto', class: isPassage ? 'passage' : undefined }
}

function renderLink({ tag, href, to = '', src = '', alt = '', children }: MarkdownElement, about: About) {
  const { root, path } = about.address
  const query = new URLSearchParams({ root, path, src }).toString()
  if (tag === 'img') return <img src={`./api/image?${query}`} alt={visible(alt)} loading="lazy" />
  if (href === undefined)
    return <a href={linkTo('notes', { root, path, link: to })}>{render(children, about)}</a>
  return (
    <a href={href} rel="noreferrer" target="_blank">
      {render(children, about)}
    </a>
  )
}

/** Highlights the words of a query in the blocks of an element, without changing them; resolves to the ranges. */
export async function highlight(element: HTMLElement, query: string): Promise<readonly Range[]> {
  const language = languageOf(element.textContent.slice(0, 10_000))
  await loadLanguages([language])
  const { terms } = parseQuery(query)
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = query && walker.nextNode(); node; node = walker.nextNode()) {
    for (const { start, end } of matchRanges(node.nodeValue ?? '', terms, language)) {
      const range = new Range()
      range.setStart(node, start)
      range.setEnd(node, end)
      ranges.push(range)
    }
  }
  CSS.highlights?.set('query', new Highlight(...ranges))
  return ranges
}
