declare module 'autocannon' {
  type Options = { url: string; connections: number; duration: number; headers: Record<string, string> }
  type Result = { '2xx': number; errors: number; duration: number; requests: { total: number } }
  export default function autocannon(options: Options): Promise<Result>
}
