import { shellWord } from '@recallite/command-line'

/** The command with which a client starts the server. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
}

/** The address of a running server. */
export interface Address {
  readonly url: string
  /** The environment variable with the token, which must not be written into a client's settings. */
  readonly tokenFrom: string
}

/** How a client is configured: the file, the entries in it, and the client's commands that add them, if any. */
export interface Client {
  readonly location: string
  readonly launch: (launch: Launch, name: string) => string
  /** Undefined if the client supports no URLs. */
  readonly address?: (address: Address, name: string) => string
  readonly addLaunch?: (launch: Launch, name: string) => string
  readonly addAddress?: (address: Address, name: string) => string
}

const inBraces = (variable: string) => `\${${variable}}`
const inEnvironment = (variable: string) => `\${env:${variable}}`
const tokenInput = {
  inputs: [
    { type: 'promptString', id: 'recallite-token', description: 'Token of recallite serve', password: true },
  ],
}
/** For clients that do not expand variables: the user replaces it by hand. */
const byHand = (variable: string) => `VALUE_OF_${variable}`

const document = (content: object): string => `${JSON.stringify(content, null, 2)}\n`

/** An entry in a section of a JSON file. */
const under =
  <Given>(section: string, entryOf: (given: Given) => object) =>
  (given: Given, name: string): string =>
    document({ [section]: { [name]: entryOf(given) } })

const mcpServers = under('mcpServers', (launch: Launch) => launch)

const clientTable = {
  'claude-code': {
    location: '.mcp.json in the project (or ~/.claude.json, for all projects)',
    launch: under('mcpServers', (launch) => ({ type: 'stdio', ...launch })),
    address: under('mcpServers', (at) => ({ type: 'http', url: at.url, ...headers(at, inBraces) })),
    // https://code.claude.com/docs/en/mcp; the header flag takes all following words, so it is last. Variables work in .mcp.json.
    addLaunch: ({ command, args }, name) => `claude mcp add ${name} -- ${shellWords(command, ...args)}`,
    addAddress: (address, name) =>
      `claude mcp add --scope project --transport http ${shellWords(name, address.url, ...headerFlags(address))}`,
  },
  'claude-desktop': {
    location: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    launch: mcpServers,
  },
  cursor: {
    location: '~/.cursor/mcp.json, or .cursor/mcp.json in the project',
    launch: mcpServers,
    address: under('mcpServers', (at) => ({ url: at.url, ...headers(at, inEnvironment) })),
  },
  vscode: {
    location: '.vscode/mcp.json in the workspace',
    launch: under('servers', (launch) => ({ type: 'stdio', ...launch })),
    address: (address, name) =>
      document({
        ...tokenInput,
        servers: {
          [name]: { type: 'http', url: address.url, ...headers(address, () => '${input:recallite-token}') },
        },
      }),
    // https://code.visualstudio.com/docs/copilot/chat/mcp-servers: the command supports no inputs, and so no token.
    addLaunch: (launch, name) => `code --add-mcp ${shellWord(JSON.stringify({ name, ...launch }))}`,
  },
  windsurf: {
    location: '~/.codeium/windsurf/mcp_config.json',
    launch: mcpServers,
    address: under('mcpServers', (at) => ({ serverUrl: at.url, ...headers(at, inEnvironment) })),
  },
  codex: {
    location: '~/.codex/config.toml',
    launch: ({ command, args }, name) => toml(name, { command, args }),
    address: ({ url, tokenFrom }, name) => toml(name, { url, bearer_token_env_var: tokenFrom }),
    // https://developers.openai.com/codex/mcp
    addLaunch: ({ command, args }, name) => `codex mcp add ${name} -- ${shellWords(command, ...args)}`,
    addAddress: ({ url, tokenFrom }, name) =>
      `codex mcp add ${name} --url ${shellWord(url)} --bearer-token-env-var ${tokenFrom}`,
  },
  gemini: {
    location: '~/.gemini/settings.json, or .gemini/settings.json in the project',
    launch: mcpServers,
    address: under('mcpServers', (at) => ({ httpUrl: at.url, ...headers(at, inBraces) })),
    // https://geminicli.com/docs/tools/mcp-server: arguments of the command follow the dashes.
    addLaunch: ({ command, args }, name) => `gemini mcp add ${name} ${shellWords(command, '--', ...args)}`,
    addAddress: (address, name) =>
      `gemini mcp add --transport http ${shellWords(...headerFlags(address), name, address.url)}`,
  },
  // https://opencode.ai/docs/mcp-servers
  opencode: {
    location: '~/.config/opencode/opencode.json, or opencode.json in the project',
    launch: under('mcp', ({ command, args }) => {
      return { type: 'local', command: [command, ...args], enabled: true }
    }),
    address: under('mcp', (at) => {
      return { type: 'remote', url: at.url, enabled: true, ...headers(at, (variable) => `{env:${variable}}`) }
    }),
  },
  // https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers
  'copilot-cli': {
    location: '~/.copilot/mcp-config.json',
    launch: under('mcpServers', (launch) => ({ type: 'local', ...launch, tools: ['*'] })),
    address: under('mcpServers', (at) => {
      return { type: 'http', url: at.url, ...headers(at, byHand), tools: ['*'] }
    }),
    addLaunch: ({ command, args }, name) => `copilot mcp add ${name} -- ${shellWords(command, ...args)}`,
  },
  zed: {
    location: 'settings.json of Zed (zed: open settings file)',
    launch: under('context_servers', (launch) => ({ ...launch, env: {} })),
    address: under('context_servers', (at) => ({ url: at.url, ...headers(at, byHand) })),
  },
  cline: {
    location: 'cline_mcp_settings.json (MCP Servers, Configure)',
    launch: under('mcpServers', (launch) => ({ ...launch, disabled: false })),
    address: under('mcpServers', (at) => ({ type: 'streamableHttp', url: at.url, ...headers(at, byHand) })),
  },
  generic: {
    location: "your client's list of MCP servers",
    launch: mcpServers,
    address: under('mcpServers', (at) => ({ type: 'http', url: at.url, ...headers(at, byHand) })),
  },
} as const satisfies Readonly<Record<string, Client>>

function headers({ tokenFrom }: Address, valueOf: (variable: string) => string) {
  return { headers: { Authorization: `Bearer ${valueOf(tokenFrom)}` } }
}

function headerFlags({ tokenFrom }: Address): string[] {
  return ['--header', `Authorization: Bearer ${inBraces(tokenFrom)}`]
}

const shellWords = (...words: readonly string[]): string => words.map(shellWord).join(' ')

function toml(name: string, entries: Readonly<Record<string, string | readonly string[]>>): string {
  const lines = Object.entries(entries).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  return [`[mcp_servers.${name}]`, ...lines, ''].join('\n')
}

type ClientName = keyof typeof clientTable

/** The names of all clients. */
export const clientNames = Object.keys(clientTable) as ClientName[]

/** The client with one of these names. */
export const clientOf = (name: string): Client => clientTable[name as ClientName]
