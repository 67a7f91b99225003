import { render } from 'preact'
import { App } from './app.tsx'
import { followAddress } from './core/route.ts'
import { followReadiness } from './requests/ready.ts'

followAddress()
followReadiness()
render(<App />, document.getElementById('console') ?? document.body)
