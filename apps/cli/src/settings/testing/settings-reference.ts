import { flagSyntax } from '@recallite/command-line'
import { settingEntries, variablesOf, type Setting } from '@recallite/settings'

const opening = `# Settings

Generated from the table of settings. \`recallite config\` shows the value of each setting, and its origin.

Later sources override earlier ones:

1. the defaults
2. the user file: \`~/.recallite/config.yaml\`, \`.yml\` or \`.json\`
3. the workspace file: the nearest \`.recallite.yaml\`, \`.yml\` or \`.json\` in the working folder or a parent, up to the home
   folder or a folder with \`.git\`; or the file of \`--config FILE\`
4. \`agents.defaults\` of both files, then \`agents.<id>\` of both files, for the agent of \`--agent\`; the same keys
5. environment variables: the first listed variable that is set; lists are comma-separated or JSON
6. flags

\`\`\`yaml
# ~/.recallite/config.yaml
provider: openai
query:
  maxResults: 10
agents:
  research:
    extraPaths: [~/papers]
\`\`\`

The order of \`chain\`, or of \`provider\` and \`fallback\`, in your own settings decides where queries and documents are
sent. While a backend fails, the next one replaces it, also a service in place of a local model; the first one catches up
later. \`auto\` is a local model of the models folder, else OpenAI or Gemini if its key is set.

Lists replace lists. In paths and addresses in files, \`\${NAME}\` stands for an environment variable, and \`$\${\` for itself.
Paths and globs may start with \`~/\`; relative ones are relative to the file's folder. \`recallite config\` shows
variables by name. Keys are never written to files: \`apiKey\` names the variable with the key, and takes precedence over
\`OPENAI_API_KEY\`, \`GEMINI_API_KEY\` and \`GOOGLE_API_KEY\`.

\`extraPaths\`, \`sessions.path\` and \`store.path\` in a workspace file apply to the memory of its project; in the user file they apply
to the user's own memory. Inside a project, \`--scope user\` ignores the workspace file.

A workspace file may come with a folder from elsewhere. It may not

- change settings marked "user file only", or name addresses of other machines
- name variables, except the default ones for keys
- name paths and globs outside of its folder (after following links), or with \`~\`
- send texts to another machine because a local model fails, or start embedding documents with another backend while one
  fails: only a \`chain\`, or a \`provider\` and \`fallback\`, of your own settings allows that
- index conversations outside of its folder (\`sessions\`) that you did not enable
- send texts to another machine if the user file keeps them on this one, by a local provider or by a chain of local
  providers. Only flags, variables and the user file can then choose OpenAI, Gemini, an Ollama on another machine, or
  \`auto\`

Until you run \`recallite trust FOLDER\`, it also may not

- name addresses of services, or a model outside of your models folder
- use a database for folders outside of its folder: they are not visible

If the user file does not choose, a workspace file may choose such a provider; host and amount are announced before texts
are sent.

[schemas/settings.schema.json](schemas/settings.schema.json) describes the files for editors.
`

/** Every setting as a page of Markdown. */
export function settingsReference(): string {
  const head = ['| setting | meaning | must be | default | variables and flag |', '|---|---|---|---|---|']
  return `${opening}\n${[...head, ...settingEntries.map(([key, setting]) => row(key, setting))].join('\n')}\n`
}

function row(key: string, setting: Setting): string {
  const { help, schema, flag, isUserOnly } = setting
  const sources = [
    ...variablesOf(key, setting).map(code),
    ...(flag === undefined ? [] : [code(flagSyntax(flag))]),
  ]
  const meaning = `${help}${isUserOnly ? ' (user file only)' : ''}`
  return `| ${code(key)} | ${cell(meaning)} | ${cell(schema.message)} | ${formatDefault(setting.default)} | ${sources.join(', ')} |`
}

function code(text: string): string {
  return `\`${cell(text)}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function formatDefault(value: Setting['default']): string {
  if (value === undefined) return ''
  return code(typeof value === 'string' ? value : JSON.stringify(value))
}
