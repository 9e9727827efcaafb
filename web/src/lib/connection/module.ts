// The WebAssembly module of the static site, loaded and compiled once.

let compiled: Promise<WebAssembly.Module> | null = null;

/** Returns the compiled module, which workers share. After an error the next call tries again. */
export function module(): Promise<WebAssembly.Module> {
  compiled ??= load().catch((error: unknown) => {
    compiled = null;
    throw error;
  });
  return compiled;
}

async function load() {
  const response = await fetch(new URL('../../../.site/espalier.wasm', import.meta.url));
  if (!response.ok) throw new Error(`the file of the engine cannot be loaded (status ${response.status})`);
  // Some servers send the file with another type, which `compileStreaming` rejects.
  if (response.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
