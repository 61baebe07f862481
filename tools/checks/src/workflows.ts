import { parse } from 'yaml'

/** The names that a workflow may use. */
export interface WorkflowRules {
  /** The scripts of package.json. */
  scripts: readonly string[]
  /** pnpm with its version, as in package.json. */
  pnpm: string
  /** Actions pinned by a tag until the commit of that tag can be read. */
  toBePinned: readonly string[]
}

/** The violations, in the order of the file. */
export function workflowFaults(text: string, rules: WorkflowRules): string[] {
  const workflow: Workflow = parse(text)
  const jobs = Object.entries(workflow.jobs)
  return [
    ...(isReadOnly(workflow.permissions) ? [] : ['the workflow has more than permissions to read']),
    ...(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN|_authToken|registry-url/.test(text) ? ['names a token'] : []),
    ...jobs.flatMap(([name, job]) => [
      ...jobFaults(job).map((fault) => `${name}: ${fault}`),
      ...job.steps.flatMap((step) => stepFaults(step, rules).map((fault) => `${name}: ${fault}`)),
    ]),
  ]
}

/** The actions of a workflow. */
export function actionsOf(text: string): string[] {
  const workflow: Workflow = parse(text)
  return Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
}

type Permissions = Record<string, string> | string | undefined

interface Step {
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

interface Job {
  permissions?: Permissions
  environment?: string
  'timeout-minutes'?: number
  steps: Step[]
}

interface Workflow {
  permissions?: Permissions
  jobs: Record<string, Job>
}

/** Without a list, the permissions are those of the repository, which are not visible here. */
function isReadOnly(permissions: Permissions): boolean {
  return (
    typeof permissions === 'object' && Object.values(permissions).every((permission) => permission === 'read')
  )
}

/** A job with permission for id-token can publish: it must not have other write permissions, and needs the environment npm. */
function jobFaults(job: Job): string[] {
  const granted = Object.entries(typeof job.permissions === 'object' ? job.permissions : {})
  const written = granted.filter(([, permission]) => permission === 'write').map(([scope]) => scope)
  const publishes = written.includes('id-token')
  return [
    ...(job['timeout-minutes'] === undefined ? ['has no time limit'] : []),
    ...(typeof job.permissions === 'string' ? ['has permissions without names'] : []),
    ...(publishes && job.environment !== 'npm' ? ['publishes outside of the environment npm'] : []),
    ...(publishes && written.length > 1 ? ['publishes and may write more'] : []),
  ]
}

function stepFaults(step: Step, rules: WorkflowRules): string[] {
  return [
    ...(step.uses === undefined ? [] : actionFaults(step.uses, step, rules)),
    ...[step.run, step.with?.['script']].flatMap((command) => commandFaults(command, rules)),
  ]
}

function actionFaults(action: string, step: Step, { toBePinned }: WorkflowRules): string[] {
  const isPinned = /@[0-9a-f]{40}$/.test(action) || toBePinned.includes(action)
  const keepsCredentials =
    action.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false
  return [
    ...(isPinned ? [] : [`${action} is neither pinned nor listed as to be pinned`]),
    ...(keepsCredentials ? ['the clone keeps its credentials'] : []),
  ]
}

/** A step may only run scripts that also run locally, without input from outside. */
function commandFaults(command: unknown, { scripts, pnpm }: WorkflowRules): string[] {
  if (command === undefined || command === 'bash .ci/run') return []
  const [, script = ''] = new RegExp(`^npx -y ${pnpm} (.+)$`).exec(String(command)) ?? []
  const [name = '', ...flags] = script.replaceAll(/\$\{\{ matrix\.\w+ \}\}/g, 'matrix').split(' ')
  const isKnown = script === 'install --frozen-lockfile' || scripts.includes(name)
  const isPlain = flags.every((flag) => /^[\w.-]+$/.test(flag))
  return isKnown && isPlain ? [] : [`${JSON.stringify(command)} is not a script in package.json`]
}
