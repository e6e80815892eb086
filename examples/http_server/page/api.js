// The server's REST routes. Only the server that gave the page is asked.

import { askForKey, storedKey } from "./key.js";

export class ApiError extends Error {
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.details = error;
  }
}

const base = new URL("v1/", document.baseURI);

// A browser takes "." and ".." out of every address, in each of their spellings.
function segment(name) {
  if (name === "." || name === "..") throw new ApiError(400, { message: `A browser can’t ask for “${name}”: use another client.` });
  return encodeURIComponent(name);
}

async function call(method, path, body) {
  for (;;) {
    const key = storedKey();
    const headers = {};
    if (key) headers.Authorization = `Bearer ${key}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let response;
    try {
      response = await fetch(new URL(path, base), {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: "no-store",
        redirect: "error",
      });
    } catch {
      throw new ApiError(0, { message: "The server doesn’t answer. Is it still running?" });
    }
    const answer = await response.json().catch(() => null);
    if (response.status === 401) {
      // Another call may have been given the key meanwhile.
      if (key === storedKey()) await askForKey(key !== null);
      continue;
    }
    if (!response.ok) {
      throw new ApiError(response.status, answer?.error ?? { message: `The server answered ${response.status}.` });
    }
    return answer;
  }
}

const get = (path) => call("GET", path);
const post = (path, body) => call("POST", path, body);

function paging(limit, after) {
  const query = new URLSearchParams({ limit });
  if (after) query.set("after", typeof after === "string" ? after : JSON.stringify(after));
  return query;
}

export const listStores = async () => (await get("stores")).stores;
export const createStore = (id) => post("stores", { id });

// The calls of one store.
export function storeApi(id) {
  const store = `stores/${segment(id)}`;
  const memory = (memoryId) => `${store}/memories/${segment(memoryId)}`;
  const speaker = (name) => `${store}/speakers/${segment(name)}`;
  return {
    id,
    stats: () => get(`${store}/stats`),
    speakers: () => get(`${store}/speakers`),
    addSpeaker: (name) => post(`${store}/speakers`, { name }),
    page: (limit, after) => get(`${store}/memories?${paging(limit, after)}`),
    saidBy: (name, limit) => get(`${speaker(name)}/memories?${paging(limit)}&include_superseded=true`),
    add: (memoryToAdd) => post(`${store}/memories`, memoryToAdd),
    memory: (memoryId) => get(memory(memoryId)),
    lineage: async (memoryId) => (await get(`${memory(memoryId)}/lineage`)).versions,
    supersede: (memoryId, content) => post(`${memory(memoryId)}/supersede`, { content }),
    forget: (memoryId) => call("DELETE", memory(memoryId)),
    forgetSpeaker: (name, commit) => post(`${speaker(name)}/forget`, { commit }),
    search: async (query, who) =>
      (await post(`${store}/search`, { query, limit: 6, explain: true, ...(who === null ? {} : { speaker: who }) })).hits,
  };
}
