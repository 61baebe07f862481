import { registerHooks } from 'node:module'

/** Lets Node load the helpers of tests: it strips types by itself, and learns here that `./x.js` means `./x.ts` there. */
export function readTypeScript() {
  registerHooks({
    resolve(specifier, context, next) {
      const isOurs = specifier.startsWith('.') && context.parentURL?.endsWith('.ts') === true
      return next(isOurs ? specifier.replace(/\.js$/u, '.ts') : specifier, context)
    },
  })
}
