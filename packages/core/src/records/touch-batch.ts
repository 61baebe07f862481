import { RecordError, type RecordStore, type Touch } from '@recallite/records'

/** Counts how often records are returned and read, and writes that down now and then. */
export interface TouchBatch {
  add(touches: readonly Touch[]): void
  /** Writes what was counted. A store that cannot be written, such as a full disk, loses counts alone. */
  flush(): Promise<void>
}

/** So many counted records are written at once. */
const most = 200
/** In milliseconds. */
const longest = 30_000

/** Reading must not become writing at every recall: counts are written together, after 30 seconds or 200 records. */
export function createTouchBatch(records: Pick<RecordStore, 'touch'>): TouchBatch {
  const counted = new Map<string, { id: string; returned: number; accessed: number; at: number }>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const touches = [...counted.values()]
    counted.clear()
    if (touches.length === 0) return
    try {
      await records.touch(touches)
    } catch (error) {
      if (!RecordError.isInstance(error)) throw error
    }
  }

  return {
    add(touches) {
      for (const { id, returned = 0, accessed = 0, at } of touches) {
        const before = counted.get(id) ?? { id, returned: 0, accessed: 0, at }
        counted.set(id, {
          id,
          returned: before.returned + returned,
          accessed: before.accessed + accessed,
          at: Math.max(before.at, at),
        })
      }
      if (counted.size >= most) void flush()
      else timer ??= setTimeout(() => void flush(), longest).unref()
    },
    flush,
  }
}
