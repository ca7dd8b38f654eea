export class DataDirectoryInUse extends Error {}
export async function startEmbeddedPostgres(options: { dataDir: string; onProgress?: (line: string) => void; settings?: Record<string, string> }): Promise<{ connectionString: string; adopted: boolean; stop(): Promise<void> }> {
  throw new Error(options.dataDir);
}
