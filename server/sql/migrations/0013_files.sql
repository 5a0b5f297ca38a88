set local lock_timeout = '5s';

-- What sellers upload. The bytes lie in the storage; the row says what they are.
create table files (
  id uuid primary key,
  created_at timestamptz not null,
  modified_at timestamptz,
  version integer not null default 1,
  organization_id uuid not null references organizations (id),
  service text not null check (service in ('downloadable', 'product_media', 'organization_avatar')),
  name text not null,
  -- Ends in a random text, which makes the public address hard to guess.
  path text not null,
  mime_type text not null,
  size bigint not null,
  -- What the seller calls this release of the file, shown as `version`.
  release text,
  checksum_etag text,
  -- Until the upload is complete: what the seller announced.
  checksum_sha256_base64 text,
  checksum_sha256_hex text,
  -- Which bytes in the storage are the file's. Others of the same file are left over and will be removed.
  storage_version text,
  last_modified_at timestamptz,
  is_uploaded boolean not null,
  -- When the storage has to be looked at: an upload that nobody completed, or bytes that nothing needs any more.
  sweep_at timestamptz,
  sweeps_left integer not null,
  deleted_at timestamptz,
  -- A sweep of a complete file that named no bytes would remove them all.
  constraint files_name_their_bytes check (not is_uploaded or storage_version is not null)
);
create index files_by_creation on files (organization_id, created_at, id) where is_uploaded and deleted_at is null;
create index files_to_sweep on files (sweep_at) where sweep_at is not null;

-- The parts of an upload, from its announcement until it is complete.
create table file_parts (
  file_id uuid not null references files (id),
  number integer not null,
  first_byte bigint not null,
  -- The first byte that no longer belongs to the part.
  next_byte bigint not null,
  checksum_sha256_base64 text,
  -- Null until the bytes have arrived: which bytes in the storage, and their SHA-256.
  blob_id uuid,
  arrived_sha256_hex text,
  primary key (file_id, number)
);

create table product_medias (
  product_id uuid not null references products (id),
  file_id uuid not null references files (id),
  position integer not null,
  primary key (product_id, file_id)
);
create index product_medias_by_file on product_medias (file_id);
