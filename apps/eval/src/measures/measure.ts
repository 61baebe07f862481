/** Grades of the documents that were judged for a query, by document id; above 0 is relevant. */
export type Grades = ReadonlyMap<string, number>

/** A measure of how well documents were ranked for one query; its mean over queries has the same name. */
export interface Measure {
  /** As in reports, with its depth: `hit@6`. */
  readonly name: string
  /** How many documents it looks at; Infinity for all that are ranked. */
  readonly depth: number
  /**
   * From 0 to 1, for distinct document ids, best first. Documents without a grade count as not relevant; a ranking
   * without a relevant document, an empty one above all, scores 0.
   */
  readonly score: (ranking: readonly string[], grades: Grades) => number
}

/** Whether a document is relevant at all. */
export function isRelevant(id: string, grades: Grades): boolean {
  return (grades.get(id) ?? 0) > 0
}

/** How many documents are relevant, found or not. */
export function countRelevant(grades: Grades): number {
  return [...grades.values()].filter((grade) => grade > 0).length
}

/** A measure's name at a depth; the bare name where the whole ranking counts (a depth of Infinity). */
export function nameAt(name: string, depth: number): string {
  return depth === Infinity ? name : `${name}@${depth}`
}
