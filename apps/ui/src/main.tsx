import { render } from 'preact'
import type { Report } from './api.js'
import { ReportView } from './report/report-view.js'
import { Shell } from './shell.js'

const report = document.querySelector('#report')
const app = document.querySelector('#app')
const view = report ? <ReportView {...(JSON.parse(report.textContent) as Report)} /> : <Shell />
if (app) render(view, app)
