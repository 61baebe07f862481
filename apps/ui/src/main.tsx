import { render } from 'preact'
import { ReportView } from './report/report-view.js'
import { Shell } from './shell.js'

const report = document.querySelector('#report')
const place = document.querySelector('#app')
if (place) render(report ? <ReportView text={report.textContent} /> : <Shell />, place)
