import { createPathMatcher, foldLine, type KeywordQuery, type SearchCondition } from '@recallite/store'
import { matchExpression } from '../keyword/match-expression.js'
import { fieldMembership } from './field-membership.js'
import { givenIds, type Membership } from './membership.js'

/** A document's id and path, to be matched where SQL cannot. */
export interface DocumentPath {
  readonly id: number
  readonly path: string
}

function ofRoots(names: readonly string[]): Membership {
  return {
    column: 'document_id',
    sql: `SELECT document.id FROM root CROSS JOIN document ON document.root_id = root.id WHERE root.name IN (${givenIds})`,
    values: [JSON.stringify(names)],
  }
}

function ofPaths(globs: readonly string[], listPaths: () => readonly DocumentPath[]): Membership {
  const fits = createPathMatcher(globs)
  const ids = listPaths().flatMap(({ id, path }) => (fits(path) ? [id] : []))
  return { column: 'document_id', sql: givenIds, values: [JSON.stringify(ids)] }
}

function ofHeadings(texts: readonly string[]): Membership {
  const wanted = texts.map(foldLine).filter((text) => text !== '')
  return {
    column: 'id',
    sql: `SELECT chunk_sections.chunk_id FROM json_each(?) AS wanted
CROSS JOIN chunk_sections ON instr(chunk_sections.titles, wanted.value) > 0`,
    values: [JSON.stringify(wanted)],
  }
}

function ofDates({ from, to }: { from: string | null; to: string | null }): Membership {
  return {
    column: 'document_id',
    sql: 'SELECT document.id FROM document WHERE document.date >= ? AND document.date <= ?',
    values: [from ?? '', to ?? '9999-12-31'],
  }
}

function ofWords(query: KeywordQuery): Membership {
  return {
    column: 'id',
    sql: 'SELECT rowid FROM chunk_words WHERE chunk_words MATCH ?',
    values: [matchExpression(query)],
  }
}

/**
 * The rows that a condition is about, whether it is negated or not.
 * @param listPaths every document's path
 * @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply
 */
export function membershipOf(
  condition: SearchCondition,
  listPaths: () => readonly DocumentPath[],
): Membership {
  switch (condition.kind) {
    case 'root':
      return ofRoots(condition.names)
    case 'path':
      return ofPaths(condition.globs, listPaths)
    case 'heading':
      return ofHeadings(condition.texts)
    case 'date':
      return ofDates(condition)
    case 'field':
      return fieldMembership(condition.keys, condition.test)
    case 'words':
      return ofWords(condition.query)
  }
}
