import type { DocumentAddress } from '@recallite/store'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { address, linkTo } from '../address.js'
import type { DocumentAnswer, EditorLink } from '../api.js'
import { ErrorMessage, factsOf, Link, visible } from '../elements.js'
import { ask, send, useRequest } from '../request.js'
import { highlight, Markdown } from './markdown.js'

/** A document with its outline and links: rendered, or the lines of its source. */
export function NoteView({ root, path }: DocumentAddress) {
  const { line = '1', link = '', source } = address.value.parameters
  const how = { root, path, line, ...(link && { link }), ...(source && { source }) }
  const { answer, error } = useRequest(JSON.stringify(how), (end) =>
    ask<DocumentAnswer>('document', how, end),
  )
  return (
    <article class="document">
      <h1 dir="auto">{visible(answer?.title ?? path)}</h1>
      <ErrorMessage of={error} />
      {answer && <Head {...answer} />}
      {answer && (
        <div class="note">
          <Aside {...answer} />
          <Rendered key={`${answer.isSource} ${answer.rendered.from}`} {...answer} />
        </div>
      )}
    </article>
  )
}

/** Where the note is, and what can be done with it. */
function Head({
  root,
  path,
  date,
  hasChanged,
  isMarkdown,
  isSource,
  editors,
  rendered,
  ...document
}: DocumentAnswer) {
  const { view, parameters } = address.value
  const { source: _, link: __, ...others } = parameters
  const tags = document.tags.map((tag) => `#${tag}`)
  return (
    <>
      <p class="muted">{factsOf([`${root}:${path}`, date, ...tags, ...document.aliases])}</p>
      {hasChanged && (
        <p class="muted">
          The file has changed since it was indexed. To update the index, run: recallite index
        </p>
      )}
      <p class="actions">
        {editors.map((editor) => (
          <Editor key={editor.name} {...editor} of={{ root, path, line: rendered.line }} />
        ))}
        {isMarkdown && (
          <a href={linkTo(view, { ...others, root, path, ...(!isSource && { source: '1' }) })}>
            {isSource ? 'Rendered' : 'Source'}
          </a>
        )}
      </p>
    </>
  )
}

function Editor({ name, href, of }: EditorLink & { readonly of: object }) {
  const [error, setError] = useState('')
  const open = () =>
    send('open', of).then(
      () => setError(''),
      (reason: Error) => setError(reason.message),
    )
  if (href !== null) return <a href={href}>Open in {name}</a>
  return (
    <>
      <button onClick={open}>Open in {name}</button>
      <ErrorMessage of={error} />
    </>
  )
}

/** Headings, links and backlinks; folded on narrow screens. */
function Aside({ root, path, links, backlinks, rendered }: DocumentAnswer) {
  const entries = rendered.outline.map(({ level, text, line }) => (
    <li key={line} class={`level-${level}`}>
      <a href={linkTo('notes', { root, path, line: String(line) })}>{visible(text)}</a>
    </li>
  ))
  const linkItem = (to: string) => (
    <li key={to}>
      <Link to={linkTo('notes', { root, path: to })} text={to} />
    </li>
  )
  const lists = [
    ['Outline', entries],
    ['Links to', links.map(linkItem)],
    ['Linked from', backlinks.map(linkItem)],
  ] as const
  if (lists.every(([, items]) => items.length === 0)) return <aside />
  return (
    <aside>
      <details open={matchMedia('(min-width: 70rem)').matches}>
        <summary>Outline and links</summary>
        {lists.map(
          ([title, items]) =>
            items.length > 0 && (
              <nav key={title} aria-label={title}>
                <p>{title}</p>
                <ul>{items}</ul>
              </nav>
            ),
        )}
      </details>
    </aside>
  )
}

/** The note around the line that is read; more is loaded before the reader gets there. */
function Rendered({ root, path, lines, isSource, rendered: start }: DocumentAnswer) {
  const { link, ...parameters } = address.value.parameters
  const { line: given, q: query = '', end } = parameters
  const [parts, setParts] = useState([start])
  const [error, setError] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const line = given === undefined && link === undefined ? 0 : start.line
  const last = parts.at(-1)?.to ?? lines
  useEffect(() => {
    if (box.current) void showPassage(box.current, { line, query, scrolls: parts.length === 1 })
  }, [parts.length, query, line])
  const extend = () =>
    ask<DocumentAnswer>('document', {
      root,
      path,
      from: String(last + 1),
      ...(isSource && { source: '1' }),
    }).then(
      ({ rendered }) => setParts([...parts, rendered]),
      (reason: Error) => setError(reason.message),
    )
  const passage = [line, Math.max(line, Number(end ?? 0))] as const
  const content = useMemo(
    () =>
      parts.map(({ from, nodes }) => (
        <Markdown key={from} nodes={nodes} address={{ root, path }} passage={passage} />
      )),
    [parts, ...passage],
  )
  return (
    <div class={isSource ? 'rendered source' : 'rendered'} ref={box}>
      {start.from > 1 && (
        <a href={linkTo('notes', { ...parameters, root, path, line: String(Math.max(1, start.from - 300)) })}>
          Earlier lines
        </a>
      )}
      {content}
      {last < lines && <Sentinel key={last} onNear={extend} />}
      <ErrorMessage of={error} />
    </div>
  )
}

/** Calls back once, before the reader gets to it. */
function Sentinel({ onNear }: { readonly onNear: () => unknown }) {
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const watch = ([entry]: readonly IntersectionObserverEntry[]) => entry?.isIntersecting && onNear()
    const observer = new IntersectionObserver(watch, { rootMargin: '1500px 0px' })
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return (
    <p ref={element} class="muted">
      Loading more…
    </p>
  )
}

interface Shown {
  /** The line that is read; 0 for the beginning. */
  readonly line: number
  readonly query: string
  readonly scrolls: boolean
}

/** Scrolls to the passage, in long blocks to its first word of the query. */
async function showPassage(box: HTMLElement, { line, query, scrolls }: Shown): Promise<void> {
  const blocks = [...box.querySelectorAll<HTMLElement>('[data-line]')]
  const passage = blocks.findLast(({ dataset }) => Number(dataset['line']) <= line)
  if (scrolls) passage?.scrollIntoView({ block: 'center' })
  const ranges = await highlight(box, query)
  if (!scrolls || !passage || passage.clientHeight < innerHeight) return
  const word = ranges.find(({ startContainer }) => passage.contains(startContainer))
  if (word) scrollBy(0, word.getBoundingClientRect().top - innerHeight / 2)
}
