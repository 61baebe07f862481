interface Pending {
  readonly timer: NodeJS.Timeout
  readonly forget: () => Promise<unknown>
  /** Whether it is being forgotten. */
  readonly isFinal: boolean
}

/**
 * Records that were forgotten on the page, until they are forgotten for good.
 * @param delay the time in which a record can be restored, in milliseconds
 */
export function createForgetting(delay: number = 60_000) {
  const pending = new Map<string, Pending>()

  async function forgetNow(id: string): Promise<void> {
    const entry = pending.get(id)
    if (!entry || entry.isFinal) return
    clearTimeout(entry.timer)
    pending.set(id, { ...entry, isFinal: true })
    await entry.forget().finally(() => pending.delete(id))
  }

  return {
    /** Whether the page must not show a record. */
    isPending: (id: string): boolean => pending.has(id),
    /** Forgets a record after the delay. */
    schedule(id: string, forget: () => Promise<unknown>, onFailure: (error: unknown) => void): void {
      const timer = setTimeout(() => void forgetNow(id).catch(onFailure), delay).unref()
      pending.set(id, { timer, forget, isFinal: false })
    },
    forgetNow,
    /** Restores a record; false if it is too late. */
    undo(id: string): boolean {
      const entry = pending.get(id)
      clearTimeout(entry?.timer)
      return entry !== undefined && !entry.isFinal && pending.delete(id)
    },
    /** Forgets all pending records now. */
    async finish(): Promise<void> {
      await Promise.all([...pending.keys()].map(forgetNow))
    },
  }
}
