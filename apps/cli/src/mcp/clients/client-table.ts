/** How a client starts the server by itself. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
}

interface Address {
  readonly url: string
  /** The variable that holds the token; undefined if the server asks for none. */
  readonly tokenVariable: string | undefined
}

/** The entries of one client. */
export interface Client {
  /** The file that the entry belongs into. */
  readonly location: string
  readonly launch: (launch: Launch) => string
  /** Undefined if the client knows no addresses. */
  readonly address?: (address: Address) => string
}

const name = 'recallite'

const inBraces = (variable: string) => `\${${variable}}`
const inEnvironment = (variable: string) => `\${env:${variable}}`
const tokenInput = {
  inputs: [
    { type: 'promptString', id: 'recallite-token', description: 'Token of recallite serve', password: true },
  ],
}
/** For clients that read no variables: the user replaces it by hand. */
const byHand = (variable: string) => `VALUE_OF_${variable}`

const mcpServers = (launch: Launch) => json('mcpServers', launch)

const clientTable = {
  'claude-code': {
    location: '.mcp.json in the project (or ~/.claude.json, for all projects)',
    launch: (launch) => json('mcpServers', { type: 'stdio', ...launch }),
    address: (address) =>
      json('mcpServers', { type: 'http', url: address.url, ...headers(address, inBraces) }),
  },
  'claude-desktop': {
    location: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    launch: mcpServers,
  },
  cursor: {
    location: '~/.cursor/mcp.json, or .cursor/mcp.json in the project',
    launch: mcpServers,
    address: (address) => json('mcpServers', { url: address.url, ...headers(address, inEnvironment) }),
  },
  vscode: {
    location: '.vscode/mcp.json in the workspace',
    launch: (launch) => json('servers', { type: 'stdio', ...launch }),
    address: (address) =>
      json(
        'servers',
        { type: 'http', url: address.url, ...headers(address, () => '${input:recallite-token}') },
        address.tokenVariable === undefined ? {} : tokenInput,
      ),
  },
  windsurf: {
    location: '~/.codeium/windsurf/mcp_config.json',
    launch: mcpServers,
    address: (address) => json('mcpServers', { serverUrl: address.url, ...headers(address, inEnvironment) }),
  },
  codex: {
    location: '~/.codex/config.toml',
    launch: ({ command, args }) => toml({ command, args }),
    address: ({ url, tokenVariable }) =>
      toml({ url, ...(tokenVariable !== undefined && { bearer_token_env_var: tokenVariable }) }),
  },
  gemini: {
    location: '~/.gemini/settings.json, or .gemini/settings.json in the project',
    launch: mcpServers,
    address: (address) => json('mcpServers', { httpUrl: address.url, ...headers(address, inBraces) }),
  },
  zed: {
    location: 'settings.json of Zed (zed: open settings file)',
    launch: (launch) => json('context_servers', { ...launch, env: {} }),
    address: (address) => json('context_servers', { url: address.url, ...headers(address, byHand) }),
  },
  cline: {
    location: 'cline_mcp_settings.json (MCP Servers, Configure)',
    launch: (launch) => json('mcpServers', { ...launch, disabled: false }),
    address: (address) =>
      json('mcpServers', { type: 'streamableHttp', url: address.url, ...headers(address, byHand) }),
  },
  generic: {
    location: "your client's list of MCP servers",
    launch: mcpServers,
    address: (address) => json('mcpServers', { type: 'http', url: address.url, ...headers(address, byHand) }),
  },
} as const satisfies Readonly<Record<string, Client>>

function json(section: string, entry: object, more: object = {}): string {
  return `${JSON.stringify({ ...more, [section]: { [name]: entry } }, null, 2)}\n`
}

function headers({ tokenVariable }: Address, valueOf: (variable: string) => string) {
  return tokenVariable === undefined ? {} : { headers: { Authorization: `Bearer ${valueOf(tokenVariable)}` } }
}

function toml(entries: Readonly<Record<string, string | readonly string[]>>): string {
  const lines = Object.entries(entries).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  return [`[mcp_servers.${name}]`, ...lines, ''].join('\n')
}

type ClientName = keyof typeof clientTable

/** Every client's name, in the order of the table. */
export const clientNames = Object.keys(clientTable) as ClientName[]

/** The client of a name; undefined if there is none. */
export function clientOf(wanted: string): Client | undefined {
  return Object.hasOwn(clientTable, wanted) ? clientTable[wanted as ClientName] : undefined
}
