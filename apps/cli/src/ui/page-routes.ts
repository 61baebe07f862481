import { restRoutes, type RestService } from '../serve/answer-rest.js'
import type { Routes } from '../serve/answer-route.js'
import { noteRoutes } from './notes.js'
import { recordRoutes } from './records.js'
import { healthRoutes } from './health.js'
import { judgingRoutes } from './judging.js'
import { searchingRoutes } from './searching.js'
import { tuningRoutes } from './tuning.js'

/** What the page asks, by the paths at which it does. */
export const pageRoutes: Routes<RestService> = {
  '/api/status': restRoutes['/v1/status'],
  ...noteRoutes,
  ...recordRoutes,
  ...healthRoutes,
  ...judgingRoutes,
  ...searchingRoutes,
  ...tuningRoutes,
}
