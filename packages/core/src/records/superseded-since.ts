import type { MemoryRecord, RecordStore } from '@recallite/store/records'

/**
 * When each superseded record was superseded, by its id, in milliseconds since the epoch. If that is unknown, as in some imports, it
 * counts as superseded since its successor was created, or without one since it was created itself.
 */
export async function supersededSince(
  found: readonly MemoryRecord[],
  records: Pick<RecordStore, 'getAll'>,
): Promise<ReadonlyMap<string, number>> {
  const superseded = found.filter(({ status }) => status === 'superseded')
  const successors = superseded.flatMap(({ supersededAt, supersededBy }) =>
    supersededAt === null && supersededBy !== null ? [supersededBy] : [],
  )
  const known = successors.length === 0 ? [] : await records.getAll([...new Set(successors)])
  const created = new Map(known.map(({ id, createdAt }) => [id, createdAt]))
  return new Map(
    superseded.map(({ id, supersededAt, supersededBy, createdAt }) => {
      return [id, supersededAt ?? created.get(supersededBy ?? '') ?? createdAt]
    }),
  )
}
