import { writeFileSync } from 'node:fs'
import { addGrade, isHeader, parseGrade, type Judgements } from '../suite/judgements.js'
import { readLines, type Line } from '../suite/read-lines.js'
import { decodeId, encodeId } from './encode-id.js'
import { malformed, splitFields } from './split-fields.js'

/** Of a table with tabs, ids may hold spaces. */
function fieldsOf(line: Line): string[] {
  const cells = line.text.split('\t')
  return cells.length === 3 ? cells : splitFields(line)
}

function readJudgement(line: Line) {
  const fields = fieldsOf(line)
  const [query, document, text] = fields.length === 4 ? [fields[0], fields[2], fields[3]] : fields
  if (query === undefined || document === undefined || !text?.trim() || fields.length > 4) {
    throw malformed(
      line,
      'A line is query id, 0, document id and grade, or the same without the 0. Write it so.',
    )
  }
  const { file, line: number } = line
  const place = { file, line: number }
  // Some collections mark junk with less than 0; for the measures it is not relevant, as 0 is.
  const grade = parseGrade(text.replace(/^-\d+$/u, '0'), place)
  return { query: decodeId(query), judgement: { id: decodeId(document), grade }, place }
}

/**
 * Reads judgements as TREC has them, a line for each: query id, a number that is passed over, document id, grade; or a
 * table of query id, document id and grade, with or without headings. Grades under 0 count as 0.
 * @throws SuiteError `SUITE_NOT_FOUND`, `SUITE_MALFORMED`, `SUITE_DUPLICATE`
 */
export function readQrels(file: string): Judgements {
  const judgements = new Map<string, Map<string, number>>()
  const lines = readLines(file).filter((line, position) => !isHeader(line, position))
  for (const { query, judgement, place } of lines.map(readJudgement)) {
    const grades = judgements.get(query) ?? new Map<string, number>()
    judgements.set(query, grades)
    addGrade(grades, judgement, place)
  }
  return judgements
}

/** Writes judgements as TREC has them: query id, 0, document id, grade. White space in ids is percent-encoded. */
export function writeQrels(file: string, judgements: Judgements): void {
  const lines = Array.from(judgements, ([query, grades]) =>
    Array.from(grades, ([document, grade]) => `${encodeId(query)} 0 ${encodeId(document)} ${grade}\n`).join(
      '',
    ),
  )
  writeFileSync(file, lines.join(''))
}
