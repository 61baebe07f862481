import { join } from 'node:path'
import type { Settings, Variables } from '@recallite/settings'

/** The name of an agent whose transcripts can be indexed. */
export type TranscriptAgent = Settings['sessions']['agents'][number]

interface Agent {
  readonly title: string
  /** Where the agent writes its transcripts, with the variables by which the user moves that folder. */
  readonly folder: (home: string, variables: Variables) => string
  /** Globs, relative to the folder; transcripts of subagents are left out. */
  readonly include: readonly string[]
}

/** The agents that write transcripts to files. */
export const transcriptAgents: Readonly<Record<TranscriptAgent, Agent>> = {
  'claude-code': {
    title: 'Claude Code',
    folder: (home, variables) => join(variables['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'projects'),
    include: ['*/*.jsonl'],
  },
  codex: {
    title: 'Codex',
    folder: (home, variables) => join(variables['CODEX_HOME'] || join(home, '.codex'), 'sessions'),
    include: ['**/rollout-*.jsonl'],
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    folder: (home, variables) => join(variables['GEMINI_CLI_HOME'] || home, '.gemini', 'tmp'),
    include: ['*/chats/session-*.json', '*/chats/session-*.jsonl'],
  },
  openclaw: {
    title: 'OpenClaw',
    folder: (home, variables) => join(variables['OPENCLAW_STATE_DIR'] || join(home, '.openclaw'), 'agents'),
    include: ['*/sessions/*.jsonl'],
  },
}
