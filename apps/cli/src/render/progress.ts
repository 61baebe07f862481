import type { Io } from '@recallite/command-line'
import type { SyncProgress } from '@recallite/core'

/** A bar with the time left, on a terminal; nothing elsewhere. */
export interface Progress {
  show(progress: SyncProgress): void
  stop(): void
}

const labels: Readonly<Record<SyncProgress['phase'], string>> = {
  scan: 'Looking',
  read: 'Reading files',
  embed: 'Embedding texts',
}

/** As people say it; at first nobody knows. */
function timeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return '…'
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}

/** Draws on the talk stream; the library is loaded only where there is a terminal to draw on. */
export async function createProgress(io: Io): Promise<Progress> {
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
  let phase: SyncProgress['phase'] | undefined
  return {
    show(progress) {
      if (progress.total === 0) return
      if (phase !== progress.phase)
        bar.start(progress.total, progress.done, { label: labels[progress.phase] })
      phase = progress.phase
      // Each root brings its own.
      bar.setTotal(progress.total)
      bar.update(progress.done)
    },
    stop: () => bar.stop(),
  }
}
