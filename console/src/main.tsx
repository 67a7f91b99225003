import { render } from 'preact'
import { App } from './app.tsx'
import { followAddress } from './core/route.ts'
import { followReadiness } from './requests/ready.ts'

const place = document.getElementById('console')
if (place === null) throw new Error('The page has no place for the console.')
followAddress()
followReadiness()
render(<App />, place)
