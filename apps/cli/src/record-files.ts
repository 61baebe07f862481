/** The files of a memory's records. */
export interface RecordFiles {
  /** The records: their only copy. */
  readonly records: string
  /** Their index, which can be made anew from them. */
  readonly index: string
}

/** Where the records of a memory are, by the path of its database: beside it, or in memory as it is. */
export function recordFiles(database: string): RecordFiles {
  if (database === ':memory:') return { records: database, index: database }
  const name = database.replace(/\.sqlite$/u, '')
  return { records: `${name}.records.sqlite`, index: `${name}.records-index.sqlite` }
}
