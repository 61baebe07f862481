import { printable } from '@recallite/keyword/invisible'
import type { Io } from './process-io.js'

/** A bar with the remaining time on a terminal; nothing elsewhere. */
export interface ProgressBar {
  /** Shows the progress of the work that the label names; another label starts a new bar. */
  show(step: { readonly label: string; readonly done: number; readonly total: number }): void
  /** Removes the bar, so that messages can be printed. */
  stop(): void
}

/** A progress bar on stderr; the library is loaded only if stderr is a terminal. */
export async function createProgressBar(io: Io, now: () => number = Date.now): Promise<ProgressBar> {
  if (!io.isTalkTerminal) return { show: () => undefined, stop: () => undefined }
  const { default: cliProgress } = await import('cli-progress')
  const bar = new cliProgress.SingleBar({
    stream: io.talkStream,
    format: '{label} {bar} {value}/{total}{left}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
  })
  let current: string | undefined
  let begun = { at: 0, done: 0 }
  return {
    show({ label, done, total }) {
      if (total === 0) return
      if (current !== label) {
        begun = { at: now(), done }
        bar.start(total, done, { label: printable(label), left: '' })
      }
      current = label
      // The total may grow while the work is done.
      bar.setTotal(total)
      const [seconds, gained, rest] = [(now() - begun.at) / 1000, done - begun.done, total - done]
      // The first second is too short to measure the speed.
      const hasSpeed = gained > 0 && rest > 0 && seconds >= 1
      bar.update(done, { left: hasSpeed ? `, ${describeDuration((seconds / gained) * rest)} left` : '' })
    },
    stop() {
      current = undefined
      bar.stop()
    },
  }
}

/** A time in seconds or minutes, for people. */
export function describeDuration(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}
