import type { Io } from './process-io.js'
import { printable } from './printable.js'

/** How far some work is. */
export interface Step {
  /** What is being done; another one begins a new bar. */
  readonly label: string
  readonly done: number
  readonly total: number
}

/** A bar with the time left, on a terminal; nothing elsewhere. */
export interface ProgressBar {
  show(step: Step): void
  /** Takes the bar away, before anything else is said. */
  stop(): void
}

/** Draws on the talk stream; the library is loaded only where there is a terminal to draw on. */
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
      // The same work may turn out larger.
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
