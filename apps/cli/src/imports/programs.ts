import type { ForeignMemory, ForeignPlace } from './foreign-memory.js'

/** A program whose data can be imported. */
export interface ForeignProgram {
  readonly title: string
  /** @throws ImportError if nothing of that program is there */
  readonly read: (place: ForeignPlace) => Promise<ForeignMemory>
}

/** The programs whose data can be imported, by the names that the flag `--from` takes. */
export const foreignPrograms = {
  openclaw: {
    title: 'OpenClaw',
    read: async (place) => (await import('./openclaw.js')).readOpenClaw(place),
  },
  qmd: { title: 'QMD', read: async (place) => (await import('./qmd.js')).readQmd(place) },
  'basic-memory': {
    title: 'basic-memory',
    read: async (place) => (await import('./basic-memory.js')).readBasicMemory(place),
  },
  mem0: { title: 'mem0', read: async (place) => (await import('./mem0.js')).readMem0(place) },
} as const satisfies Readonly<Record<string, ForeignProgram>>

/** The name of a program whose data can be imported. */
export type ForeignName = keyof typeof foreignPrograms
