CREATE TABLE "demo_rows" (
	"table_name" text NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "demo_rows_table_name_id_pk" PRIMARY KEY("table_name","id")
);
