-- The user and the database of the service. Run it once, on the primary, as the user postgres.
CREATE ROLE petstore LOGIN PASSWORD '__STORE_PASSWORD__';
-- So that the service can tell how far the standbys are behind.
GRANT pg_read_all_stats TO petstore;
CREATE DATABASE petstore OWNER petstore ENCODING 'UTF8' TEMPLATE template0;
