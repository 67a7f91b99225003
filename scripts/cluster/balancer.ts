import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machines } from './machines.ts'
import type { Programs } from './programs.ts'

const port = 8_000

/** The base URL of the service at the load balancer. */
export const balancerUrl = ({ front }: Machines): string => `http://${front.address}:${port}/v1`

/** Starts nginx in front of the three machines, without TLS. */
export const startBalancer = async (programs: Programs, machines: Machines): Promise<void> => {
  const { address, folder } = machines.front
  const file = join(folder, 'nginx.conf')
  const upstream = machines.file('nginx.conf', machines.first)
  writeFileSync(file, wholeFile(upstream, folder, `${address}:${port}`))
  const command = ['nginx', '-p', folder, '-e', join(folder, 'error.log'), '-c', file]
  programs.start({ name: 'balancer', command, folder, endsByItself: true })
  await programs.until('balancer', async () => {
    const { ok } = await fetch(`http://${address}:${port}/readyz`)
    return ok ? true : undefined
  })
}

const site = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')

const wholeFile = (upstream: string, folder: string, listen: string): string => {
  const plainSite = site
    .replace(/^upstream [^}]*\}\n/m, '')
    // Removes the server for renewing certificates, which this balancer does not have.
    .replace(/^server \{\n    listen 80;[^]*?^\}\n/m, '')
    .replace('listen 443 ssl http2;', `listen ${listen};`)
    .replace(/^ *listen \[::\].*\n/m, '')
    .replaceAll(/^ *(ssl_|add_header Strict-|limit_conn |access_log ).*\n/gm, '')
    // So that links contain the port.
    .replace('Host $host;', 'Host $host:$server_port;')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${folder}/${kind};`)
    .join('\n')
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 16384; }
http {
  access_log off;
${temporary}
${upstream}
${plainSite}
}
`
}
