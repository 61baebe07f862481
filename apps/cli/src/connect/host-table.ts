import type { Places } from './places.js'

/** The command with which a host starts the server. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
}

/** The address of a running server. */
export interface Address {
  readonly url: string
  /** The environment variable with the token, which must not be written into a host's configuration. */
  readonly tokenFrom: string
}

/** A host of agents, and the form of its entries for MCP servers. */
export interface Host {
  readonly title: string
  /** Where the entries are in its file. */
  readonly section: readonly string[]
  readonly isToml?: boolean
  readonly launch: (launch: Launch) => object
  /** Undefined if the host supports no URLs. */
  readonly address?: (address: Address) => object
  /** What the file needs next to an entry with a URL. */
  readonly addressExtra?: object
}

/** A host whose files `connect` finds and changes. */
export interface ConnectableHost extends Host {
  readonly file: (places: Places) => string
  /** The files and folders of which one exists if the host is installed. */
  readonly traces: (places: Places) => readonly string[]
  readonly command: string
  /** The folder of its skills. */
  readonly skills: (places: Places) => string
  /** Its file with hooks; the names of its events for those of Claude Code; the unit of timeouts, in seconds. */
  readonly hooks?: {
    readonly file: (places: Places) => string
    readonly events: Readonly<Record<string, string>>
    readonly second: number
  }
  /** What the user has to do in the host. */
  readonly note?: string
}

/** A host that needs an entry by hand: its configuration has no fixed place. */
interface OtherHost extends Host {
  readonly location: string
}

const inBraces = (variable: string) => `\${${variable}}`
const inEnvironment = (variable: string) => `\${env:${variable}}`
/** For hosts that do not expand variables: the user replaces it by hand. */
const byHand = (variable: string) => `VALUE_OF_${variable}`

function headers({ tokenFrom }: Address, valueOf: (variable: string) => string) {
  return { headers: { Authorization: `Bearer ${valueOf(tokenFrom)}` } }
}

/** The folder that all hosts except Claude Code read. */
const sharedSkills = ({ agents, join }: Places): string => join(agents, 'skills')
const asIs = (launch: Launch): object => launch
const mcpServers = ['mcpServers']

const connectable = {
  // https://code.claude.com/docs/en/mcp and https://code.claude.com/docs/en/hooks
  'claude-code': {
    title: 'Claude Code',
    command: 'claude',
    section: mcpServers,
    launch: (launch) => ({ type: 'stdio', ...launch }),
    address: (at) => ({ type: 'http', url: at.url, ...headers(at, inBraces) }),
    file: ({ claudeState }) => claudeState,
    traces: ({ claude, claudeState }) => [claude, claudeState],
    skills: ({ claude, join }) => join(claude, 'skills'),
    hooks: {
      file: ({ claude, join }) => join(claude, 'settings.json'),
      events: { SessionStart: 'SessionStart', UserPromptSubmit: 'UserPromptSubmit', PreCompact: 'PreCompact' },
      second: 1,
    },
  },
  // https://developers.openai.com/codex/mcp and https://developers.openai.com/codex/hooks
  codex: {
    title: 'Codex',
    command: 'codex',
    section: ['mcp_servers'],
    isToml: true,
    launch: ({ command, args }) => ({ command, args }),
    address: ({ url, tokenFrom }) => ({ url, bearer_token_env_var: tokenFrom }),
    file: ({ codex, join }) => join(codex, 'config.toml'),
    traces: ({ codex }) => [codex],
    skills: sharedSkills,
    hooks: {
      file: ({ codex, join }) => join(codex, 'hooks.json'),
      events: { SessionStart: 'SessionStart', UserPromptSubmit: 'UserPromptSubmit' },
      second: 1,
    },
    note: 'Codex runs new hooks only after you have reviewed them: type /hooks in a session.',
  },
  // https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers
  'copilot-cli': {
    title: 'Copilot CLI',
    command: 'copilot',
    section: mcpServers,
    launch: (launch) => ({ type: 'local', ...launch, tools: ['*'] }),
    address: (at) => ({ type: 'http', url: at.url, ...headers(at, byHand), tools: ['*'] }),
    file: ({ copilot, join }) => join(copilot, 'mcp-config.json'),
    traces: ({ copilot }) => [copilot],
    skills: sharedSkills,
  },
  cursor: {
    title: 'Cursor',
    command: 'cursor',
    section: mcpServers,
    launch: asIs,
    address: (at) => ({ url: at.url, ...headers(at, inEnvironment) }),
    file: ({ cursor, join }) => join(cursor, 'mcp.json'),
    traces: ({ cursor }) => [cursor],
    skills: sharedSkills,
  },
  // https://geminicli.com/docs/tools/mcp-server and https://geminicli.com/docs/hooks/reference
  gemini: {
    title: 'Gemini CLI',
    command: 'gemini',
    section: mcpServers,
    launch: asIs,
    address: (at) => ({ httpUrl: at.url, ...headers(at, inBraces) }),
    file: ({ gemini, join }) => join(gemini, 'settings.json'),
    traces: ({ gemini }) => [gemini],
    skills: sharedSkills,
    hooks: {
      file: ({ gemini, join }) => join(gemini, 'settings.json'),
      events: { SessionStart: 'SessionStart', UserPromptSubmit: 'BeforeAgent' },
      second: 1000,
    },
    note: 'Gemini CLI starts servers only in folders that you trust: it asks when you start it there.',
  },
  // https://docs.openclaw.ai/cli/mcp
  openclaw: {
    title: 'OpenClaw',
    command: 'openclaw',
    section: ['mcp', 'servers'],
    launch: asIs,
    file: ({ openclawFile }) => openclawFile,
    traces: ({ openclaw, openclawFile }) => [openclaw, openclawFile],
    skills: sharedSkills,
    note: "OpenClaw's Gateway uses the server after a restart.",
  },
  // https://opencode.ai/docs/mcp-servers; version 2 reads entries of version 1 too.
  opencode: {
    title: 'opencode',
    command: 'opencode',
    section: ['mcp'],
    launch: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
    address: (at) => {
      return { type: 'remote', url: at.url, enabled: true, ...headers(at, (variable) => `{env:${variable}}`) }
    },
    file: ({ opencode, join }) => join(opencode, 'opencode.json'),
    traces: ({ opencode }) => [opencode],
    skills: sharedSkills,
  },
  // https://code.visualstudio.com/docs/copilot/chat/mcp-servers
  vscode: {
    title: 'VS Code',
    command: 'code',
    section: ['servers'],
    launch: (launch) => ({ type: 'stdio', ...launch }),
    address: (at) => ({ type: 'http', url: at.url, ...headers(at, () => '${input:recallite-token}') }),
    addressExtra: {
      inputs: [
        { type: 'promptString', id: 'recallite-token', description: 'Token of recallite serve', password: true },
      ],
    },
    file: ({ vscode, join }) => join(vscode, 'mcp.json'),
    traces: ({ vscode }) => [vscode],
    skills: sharedSkills,
  },
  // https://zed.dev/docs/ai/mcp
  zed: {
    title: 'Zed',
    command: 'zed',
    section: ['context_servers'],
    launch: (launch) => ({ ...launch, env: {} }),
    address: (at) => ({ url: at.url, ...headers(at, byHand) }),
    file: ({ zed, join }) => join(zed, 'settings.json'),
    traces: ({ zed }) => [zed],
    skills: sharedSkills,
  },
} as const satisfies Readonly<Record<string, ConnectableHost>>

const others = {
  'claude-desktop': {
    title: 'Claude Desktop',
    location: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    section: mcpServers,
    launch: asIs,
  },
  cline: {
    title: 'Cline',
    location: 'cline_mcp_settings.json (MCP Servers, Configure)',
    section: mcpServers,
    launch: (launch) => ({ ...launch, disabled: false }),
    address: (at) => ({ type: 'streamableHttp', url: at.url, ...headers(at, byHand) }),
  },
  windsurf: {
    title: 'Windsurf',
    location: '~/.codeium/windsurf/mcp_config.json',
    section: mcpServers,
    launch: asIs,
    address: (at) => ({ serverUrl: at.url, ...headers(at, inEnvironment) }),
  },
  generic: {
    title: 'any other host',
    location: "your host's list of MCP servers",
    section: mcpServers,
    launch: asIs,
    address: (at) => ({ type: 'http', url: at.url, ...headers(at, byHand) }),
  },
} as const satisfies Readonly<Record<string, OtherHost>>

/** The name of a host that `connect` can connect. */
export type HostName = keyof typeof connectable

/** Those hosts, in the order of their names. */
export const hostNames = Object.keys(connectable) as HostName[]

/** The host with a name. */
export const hostOf = (name: HostName): ConnectableHost => connectable[name]

/** The names of all hosts for which an entry can be printed. */
export const printableHosts: readonly string[] = [...hostNames, ...Object.keys(others)]

/** The host with one of these names, and where its entries belong. */
export function printableHost(name: string, places: Places): { readonly host: Host; readonly location: string } {
  const other: OtherHost | undefined = (others as Readonly<Record<string, OtherHost>>)[name]
  if (other) return { host: other, location: other.location }
  const host = hostOf(name as HostName)
  return { host, location: host.file(places) }
}
