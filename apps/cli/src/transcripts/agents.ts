import { join } from 'node:path'
import type { Source } from '@recallite/core'
import { environmentVariables, recalliteFolder } from '@recallite/settings'
import type { ReadSettings, Settings, Variables } from '@recallite/settings'

/** The name of an agent whose transcripts can be indexed. */
export type TranscriptAgent = Settings['sessions']['agents'][number]

interface Agent {
  /** The variable by which the user moves a folder of the agent, its default in the home folder, and the folder in it. */
  readonly at: readonly [variable: string, base: string, folder: string]
  /** Globs, relative to the folder; transcripts of subagents are left out. */
  readonly include: readonly string[]
}

/** Where agents store conversations. All but opencode, which has a database, write transcripts. */
export const transcriptAgents: Readonly<Record<TranscriptAgent, Agent>> = {
  'claude-code': { at: ['CLAUDE_CONFIG_DIR', '.claude', 'projects'], include: ['*/*.jsonl'] },
  codex: { at: ['CODEX_HOME', '.codex', 'sessions'], include: ['**/rollout-*.jsonl'] },
  'gemini-cli': { at: ['GEMINI_CLI_HOME', '', '.gemini/tmp'], include: ['*/chats/session-*.{json,jsonl}'] },
  openclaw: { at: ['OPENCLAW_STATE_DIR', '.openclaw', 'agents'], include: ['*/sessions/*.jsonl'] },
  opencode: { at: ['XDG_DATA_HOME', '.local/share', 'opencode'], include: ['opencode.db'] },
}

/** The folder in which an agent stores conversations. */
export function folderOf({ at }: Agent, home: string, variables: Variables): string {
  const [variable, base, folder] = at
  return join(variables[variable] || join(home, base), folder)
}

type Chosen = Pick<ReadSettings, 'settings' | 'home'>

/** The transcripts of agents as sources; without any yet, a folder is missing until the agent is used. */
export function agentSources({ settings, home }: Chosen): Source[] {
  const { agents, retentionDays } = settings.sessions
  return agents.map((name) => {
    const agent = transcriptAgents[name]
    const files = { folder: folderOf(agent, home, environmentVariables()), include: agent.include }
    const copies = { folder: mirrorFolder(home), include: ['*.jsonl'] }
    return { kind: 'sessions', ...(name === 'opencode' ? copies : files), name, retentionDays }
  })
}

const mirrorFolder = (home: string): string => join(recalliteFolder(home), 'transcripts', 'opencode')

/** Brings the copies of opencode's conversations up to date, if the settings name it; only then is the code for that loaded. */
export async function updateMirror({ settings, home }: Chosen): Promise<void> {
  if (!settings.sessions.agents.includes('opencode')) return
  const { mirrorOpencode } = await import('./mirror-opencode.js')
  const folder = folderOf(transcriptAgents.opencode, home, environmentVariables())
  mirrorOpencode(join(folder, 'opencode.db'), mirrorFolder(home))
}
