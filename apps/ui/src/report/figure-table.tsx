import type { ReportTable } from '../api.js'

/** A table of figures in a box that scrolls by itself, also with the keyboard. */
export function FigureTable({ title, head, lines, note = '' }: ReportTable) {
  const headings = head.map((each, column) => <Cell key={column} text={each} scope="col" />)
  const rows = lines.map((line, row) => {
    const cells = line.map((each, column) => (
      <Cell key={column} text={each} scope={column > 0 ? '' : 'row'} />
    ))
    return <tr key={row}>{cells}</tr>
  })
  return (
    <>
      <div class="scroll" role="group" aria-label={title} tabIndex={0}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>{headings}</tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      </div>
      {note !== '' && <p class="muted">{note}</p>}
    </>
  )
}

function Cell({ text, scope }: { readonly text: string; readonly scope: 'col' | 'row' | '' }) {
  const content = <bdi>{text}</bdi>
  if (scope !== '') return <th scope={scope}>{content}</th>
  return <td class={/[▲✓]/u.test(text) ? 'good' : text.includes('▼') ? 'bad' : undefined}>{content}</td>
}
