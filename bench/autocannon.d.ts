declare module 'autocannon' {
  type Request = { method: 'POST'; path: string; headers: Record<string, string>; body: string }
  type Client = { setRequests(requests: Request[]): void }
  type Options = {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
    setupClient?(client: Client): void
  }
  type Result = { '2xx': number; errors: number; duration: number; requests: { total: number } }

  export type { Request }
  export default function autocannon(options: Options): Promise<Result>
}
