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
  /** Its command, if it has one. */
  readonly command?: string
  /** Where the entries are in its file. */
  readonly section: readonly string[]
  /** Default: the command and its arguments as they are. */
  readonly launch?: (launch: Launch) => object
  /** Undefined if the host supports no URLs. */
  readonly address?: (address: Address) => object
  /** What the file needs next to an entry with a URL. */
  readonly addressExtra?: object
  /** The file in its folder with hooks; its names for events of Claude Code; a second in the unit of its timeouts (default 1). */
  readonly hooks?: {
    readonly file: string
    readonly events: Readonly<Record<string, string>>
    readonly second?: number
  }
  /** What the user has to do in the host. */
  readonly note?: string
}

const inBraces = (variable: string) => `\${${variable}}`
const inEnvironment = (variable: string) => `\${env:${variable}}`
/** For hosts that do not expand variables: the user replaces it by hand. */
const byHand = (variable: string) => `VALUE_OF_${variable}`

/** An entry with a URL in one of its fields, and the token in a header. */
const at =
  (field: string, valueOf: (variable: string) => string, more: object = {}) =>
  ({ url, tokenFrom }: Address) => ({
    ...more,
    [field]: url,
    headers: { Authorization: `Bearer ${valueOf(tokenFrom)}` },
  })

const mcpServers = ['mcpServers']
const sameEvents = { SessionStart: 'SessionStart', UserPromptSubmit: 'UserPromptSubmit' }

const connectable = {
  // https://code.claude.com/docs/en/mcp and https://code.claude.com/docs/en/hooks
  'claude-code': {
    title: 'Claude Code',
    command: 'claude',
    section: mcpServers,
    launch: (launch) => ({ type: 'stdio', ...launch }),
    address: at('url', inBraces, { type: 'http' }),
    hooks: {
      file: 'settings.json',
      events: { ...sameEvents, PreCompact: 'PreCompact' },
    },
  },
  // https://developers.openai.com/codex/mcp and https://developers.openai.com/codex/hooks
  codex: {
    title: 'Codex',
    command: 'codex',
    section: ['mcp_servers'],
    address: ({ url, tokenFrom }) => ({ url, bearer_token_env_var: tokenFrom }),
    hooks: {
      file: 'hooks.json',
      events: sameEvents,
    },
    note: 'Codex runs new hooks only after you have reviewed them: type /hooks in a session.',
  },
  // https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers
  'copilot-cli': {
    title: 'Copilot CLI',
    command: 'copilot',
    section: mcpServers,
    launch: (launch) => ({ type: 'local', ...launch, tools: ['*'] }),
    address: at('url', byHand, { type: 'http', tools: ['*'] }),
  },
  cursor: {
    title: 'Cursor',
    command: 'cursor',
    section: mcpServers,
    address: at('url', inEnvironment),
  },
  // https://geminicli.com/docs/tools/mcp-server and https://geminicli.com/docs/hooks/reference
  gemini: {
    title: 'Gemini CLI',
    command: 'gemini',
    section: mcpServers,
    address: at('httpUrl', inBraces),
    hooks: {
      file: 'settings.json',
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
    note: "OpenClaw's Gateway uses the server after a restart.",
  },
  // https://opencode.ai/docs/mcp-servers; version 2 reads entries of version 1 too.
  opencode: {
    title: 'opencode',
    command: 'opencode',
    section: ['mcp'],
    launch: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
    address: at('url', (variable) => `{env:${variable}}`, { type: 'remote', enabled: true }),
  },
  // https://code.visualstudio.com/docs/copilot/chat/mcp-servers
  vscode: {
    title: 'VS Code',
    command: 'code',
    section: ['servers'],
    launch: (launch) => ({ type: 'stdio', ...launch }),
    address: at('url', () => '${input:recallite-token}', { type: 'http' }),
    addressExtra: {
      inputs: [
        {
          type: 'promptString',
          id: 'recallite-token',
          description: 'Token of recallite serve',
          password: true,
        },
      ],
    },
  },
  // https://zed.dev/docs/ai/mcp
  zed: {
    title: 'Zed',
    command: 'zed',
    section: ['context_servers'],
    launch: (launch) => ({ ...launch, env: {} }),
    address: at('url', byHand),
  },
} as const satisfies Readonly<Record<string, Host>>

/** For any other host, whose file is not known. */
const generic: Host = {
  title: 'any other host',
  section: mcpServers,
  address: at('url', byHand, { type: 'http' }),
}

/** The name of a host that `connect` can connect. */
export type HostName = keyof typeof connectable

/** The hosts that `connect` can connect. */
export const hostNames = Object.keys(connectable) as HostName[]

/** The names for which it can print an entry. */
export const printableHosts = [...hostNames, 'generic']

export const isHostName = (name: string): name is HostName => name in connectable

/** The host with a name; for another name, the form of entries that hosts usually have. */
export const hostOf = (name: string): Host => (isHostName(name) ? connectable[name] : generic)
