import { printable, type Io } from '@recallite/command-line'

/** One line that says how far things are, on a terminal; nothing elsewhere. */
export interface Progress {
  show(label: string, done: number, total: number): void
  /** Wipes the line, before anything else is said. */
  clear(): void
}

const wipe = '\r\u001b[K'

/** Draws on the talk stream. */
export function createProgress(io: Io): Progress {
  if (!io.isTalkTerminal) return { show: () => undefined, clear: () => undefined }
  return {
    show: (label, done, total) =>
      io.talk(`${wipe}${printable(label)}${total > 0 ? ` ${done}/${total}` : ''}`),
    clear: () => io.talk(wipe),
  }
}
