import type { Io } from './process-io.js'
import { printable } from './printable.js'

/** A bar with the time left, on a terminal; nothing elsewhere. */
export interface ProgressBar {
  /** Shows how much of the work named by the label is done; another label begins a new bar. */
  show(step: { readonly label: string; readonly done: number; readonly total: number }): void
  /** Removes the bar, so that messages can be printed. */
  stop(): void
}

/** A progress bar on stderr; the library is loaded only if stderr is a terminal. */
export async function createProgressBar(io: Io): Promise<ProgressBar> {
  if (!io.isTalkTerminal) return { show: () => undefined, stop: () => undefined }
  const { default: cliProgress } = await import('cli-progress')
  const bar = new cliProgress.SingleBar({
    stream: io.talkStream,
    format: '{label} {bar} {value}/{total}, {eta_formatted} left',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    formatTime: timeLeft,
  })
  let shown: string | undefined
  return {
    show({ label, done, total }) {
      if (total === 0) return
      if (shown !== label) bar.start(total, done, { label: printable(label) })
      shown = label
      // The total may grow while the work is done.
      bar.setTotal(total)
      bar.update(done)
    },
    stop() {
      shown = undefined
      bar.stop()
    },
  }
}

function timeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return '…'
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}
