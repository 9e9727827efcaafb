// Keeps every file of the site for offline use. The build puts VERSION and FILES before this text.
/* global VERSION, FILES */

const CACHE = `espalier-${VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('espalier-') && name !== CACHE;
  const clear = async () => Promise.all((await caches.keys()).filter(isOld).map((name) => caches.delete(name)));
  event.waitUntil(clear().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: request.mode === 'navigate' });
  if (kept) return kept;
  const fresh = await fetch(request);
  // Python is large, so it is kept only after its first use.
  if (fresh.ok && request.url.includes('/python/')) await cache.put(request, fresh.clone());
  return fresh;
}
