import { join } from 'node:path'
import type { Source } from '@recallite/core'
import { environmentVariables, recalliteFolder } from '@recallite/settings'
import type { ReadSettings, Settings, Variables } from '@recallite/settings'

/** The name of an agent whose transcripts can be indexed. */
export type TranscriptAgent = Settings['sessions']['agents'][number]

interface Agent {
  readonly title: string
  /** Where the agent writes its transcripts, with the variables by which the user moves that folder. */
  readonly folder: (home: string, variables: Variables) => string
  /** Globs, relative to the folder; transcripts of subagents are left out. */
  readonly include: readonly string[]
  /** Whether the files are databases, whose conversations are copied to transcripts. */
  readonly isDatabase?: true
}

/** The agents that write conversations to files. */
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
  opencode: {
    title: 'opencode',
    folder: (home, variables) => join(variables['XDG_DATA_HOME'] || join(home, '.local/share'), 'opencode'),
    include: ['opencode.db'],
    isDatabase: true,
  },
}

/** The transcripts of agents as sources; without any yet, a folder is missing until the agent is used. */
export function agentSources({ settings, home }: Pick<ReadSettings, 'settings' | 'home'>): Source[] {
  const { agents, retentionDays } = settings.sessions
  return agents.map((name) => {
    const { folder, include, isDatabase } = transcriptAgents[name]
    const found = isDatabase
      ? { folder: mirrorFolder(home), include: ['*.jsonl'] }
      : { folder: folder(home, environmentVariables()), include }
    return { kind: 'sessions', ...found, name, retentionDays }
  })
}

const mirrorFolder = (home: string): string => join(recalliteFolder(home), 'transcripts', 'opencode')

/** Brings the transcripts of agents with databases up to date; loads the code for that only if the settings name such an agent. */
export async function updateMirrors({
  settings,
  home,
}: Pick<ReadSettings, 'settings' | 'home'>): Promise<void> {
  if (!settings.sessions.agents.includes('opencode')) return
  const { folder, include } = transcriptAgents.opencode
  const { mirrorOpencode } = await import('./mirror-opencode.js')
  mirrorOpencode(join(folder(home, environmentVariables()), include[0] ?? ''), mirrorFolder(home))
}
